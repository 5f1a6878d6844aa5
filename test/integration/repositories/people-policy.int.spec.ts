import { randomUUID } from 'node:crypto';
import type { PolicyDocument } from '@/contract/policy';
import type { Caller } from '@/foundation/http/caller';
import { AuditService } from '@/people/audit/audit.service';
import { LedgerEntry } from '@/people/audit/ledger/ledger-entry.entity';
import { PolicyService } from '@/people/policy/policy.service';
import { UsageEntry } from '@/people/usage/usage-entry.entity';
import { UsageRepository } from '@/people/usage/usage.repository';
import { UsageService } from '@/people/usage/usage.service';
import { FIRST_DOCUMENT } from '@/people/policy/policy-document';
import { PolicyVersions } from '@/people/policy/policy-versions.service';
import { SettingsService } from '@/foundation/settings/settings.service';
import { z } from 'zod';
import { PeopleApp } from '../../support/people-app';

let app: PeopleApp;
beforeAll(async () => (app = await PeopleApp.start()));
afterAll(() => app.close());
beforeEach(() => app.empty());

const READ = { name: 'read_file', category: 'read', dangerous: false, adminOnly: false };

const denyAll = (): PolicyDocument => ({
  ...FIRST_DOCUMENT,
  rules: [
    {
      id: randomUUID(),
      scope: { type: 'role', role: 'user' },
      target: { type: 'category', category: 'read' },
      effect: 'deny',
      conditions: [{ type: 'argument', pointer: '/a', operator: 'one_of', value: [1, null] }],
      expiresAt: '2100-01-01T00:00:00Z',
      approverGroupId: null,
      note: 'for now',
    },
  ],
});

describe('versions of the policy', () => {
  /** Versions go on counting over the tests of this file; what services remember of them is never undone. */
  const save = async (caller: Caller, document: PolicyDocument, note = '') => {
    const versions = app.get(PolicyVersions);
    const { version: baseVersion } = await versions.inForce();
    await versions.save(caller, { verb: 'save', document, baseVersion, note });
    return baseVersion + 1;
  };

  it('decide from the moment they are saved on, and stay readable', async () => {
    const { caller } = await app.guest('admin');
    const user = await app.guest('user');
    const policy = app.get(PolicyService);
    const call = { conditions: { arguments: { a: 1 }, afterUntrusted: false }, modelId: null };
    expect((await policy.decide(user.caller, READ, call)).effect).toBe('allow');
    const document = denyAll();
    const version = await save(caller, document, 'a first rule');
    expect(await policy.decide(user.caller, READ, call)).toMatchObject({
      effect: 'deny',
      ruleId: document.rules[0]?.id,
      policyVersion: version,
    });
    await save(caller, FIRST_DOCUMENT);
    expect((await policy.decide(user.caller, READ, call)).effect).toBe('allow');
    const stored = await app.get(PolicyVersions).get(version);
    expect(stored).toMatchObject({ document, note: 'a first rule', byName: 'admin', rules: 1 });
    expect(stored.previous).toEqual(FIRST_DOCUMENT);
    const [newest, earlier] = await app.get(PolicyVersions).list(null);
    expect([newest?.version, earlier?.version]).toEqual([version + 1, version]);
  });

  it('are written by one of many at once; the others hear that it changed', async () => {
    const { caller } = await app.guest('admin');
    const versions = app.get(PolicyVersions);
    const { version: baseVersion } = await versions.inForce();
    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4].map(() =>
        versions.save(caller, { verb: 'save', document: denyAll(), baseVersion, note: '' }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason.code).toBe('policy_changed');
    }
    await save(caller, FIRST_DOCUMENT);
  });

  it.each([0, 99_999])('has no version %p', async (version) => {
    await expect(app.get(PolicyVersions).get(version)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('bookkeeping', () => {
  it('writes calls and steps in the background and adds them up per person', async () => {
    const { caller } = await app.guest('user');
    const other = await app.guest('user');
    const usage = app.get(UsageService);
    const place = { conversationId: null, runId: null };
    for (let i = 0; i < 1200; i += 1)
      usage.recordToolCall(caller, { ...place, tool: 'calc', durationMs: 3 });
    const step = { ...place, model: 'm', inputTokens: 10, outputTokens: 5.4, cachedTokens: NaN };
    usage.recordModelStep(other.caller, step);
    usage.recordModelStep(other.caller, { ...step, inputTokens: Infinity, outputTokens: -1 });
    await usage.flush();
    expect(await app.database.rows(UsageEntry).count()).toBe(1202);
    expect(await usage.sumSince(other.caller, new Date(0))).toEqual({
      calls: 2,
      inputTokens: 10,
      outputTokens: 5,
      cachedTokens: 0,
    });
    const totals = await app.get(UsageRepository).sumOfUserSince(caller.userId, app.clock.now());
    expect(totals.calls).toBe(1200);
  });

  it('writes what is left when the server stops', async () => {
    const { caller } = await app.guest('user');
    const call = { tool: 'calc', callId: 'c1', conversationId: null, runId: null };
    app.get(AuditService).recordToolCall(caller, {
      ...call,
      ...{ status: 'timeout', code: 'tool_timeout', durationMs: 9 },
      ...{ decision: null, approverId: null, toolVersion: null, modelId: null, trial: null },
      ...{ containerId: null, queuedMs: 2, argumentsText: '{"a":1}', resultText: 'late' },
    });
    await app.get(AuditService).onApplicationShutdown();
    const [entry] = await app.database.rows(LedgerEntry).find();
    expect(entry).toMatchObject({
      actorId: caller.userId,
      action: 'tool.call',
      subject: 'calc',
      outcome: 'timeout',
      call: { callId: 'c1', code: 'tool_timeout', queuedMs: 2, runMs: 7, resultTokens: 1 },
      arguments: '{"a":1}',
    });
  });

  it('pages through the audit, newest first, without gaps where times are equal', async () => {
    const { caller } = await app.guest('admin');
    const audit = app.get(AuditService);
    for (let i = 0; i < 7; i += 1) {
      await audit.record(caller, { action: 'thing.change', subject: String(i) });
      if (i % 3 === 2) app.clock.pass(1000);
    }
    const seen: string[] = [];
    let page = await audit.listNewest(null, 3);
    while (page.length > 0) {
      seen.push(...page.map(({ subject }) => subject));
      page = await audit.listNewest(page.at(-1), 3);
    }
    expect(seen).toHaveLength(7);
    expect(new Set(seen).size).toBe(7);
    expect(seen[0]).toBe('6');
  });

  it('takes the entry back with the work it belongs to', async () => {
    const { caller } = await app.guest('admin');
    const work = app.database.inTransaction(async () => {
      await app.get(AuditService).record(caller, { action: 'thing.change', subject: '1' });
      throw new TypeError('the work failed');
    });
    await expect(work).rejects.toThrow('the work failed');
    expect(await app.get(AuditService).listNewest()).toEqual([]);
  });
});

it('keeps a setting over a restart of the service', async () => {
  const STEPS = { key: 'test.steps', schema: z.object({ n: z.number() }), fallback: { n: 1 } };
  const settings = app.get(SettingsService);
  await settings.set(STEPS, { n: 2 });
  await settings.set(STEPS, { n: 3 });
  expect(await settings.get(STEPS)).toEqual({ n: 3 });
});
