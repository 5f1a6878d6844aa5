import { randomUUID } from 'node:crypto';
import { CallsRepository } from '@/bundles/custom-tools/calls/calls.repository';
import { CustomToolCall } from '@/bundles/custom-tools/calls/custom-tool-call.entity';
import type { FinishedCall } from '@/bundles/custom-tools/calls/call-row';
import { ToolCalls } from '@/bundles/custom-tools/calls/tool-calls.service';
import { endOfScript, resultOf } from '@/bundles/custom-tools/call/result';
import { readTool } from '@/bundles/custom-tools/folder/read-tool';
import { SecretMask } from '@/bundles/custom-tools/secrets/secret-mask';
import { pausedItself } from '@/bundles/custom-tools/states/state-notices';
import { ToolStatesRepository } from '@/bundles/custom-tools/states/tool-states.repository';
import { ToolStates } from '@/bundles/custom-tools/states/tool-states.service';
import { folderOf } from '@/bundles/custom-tools/versions/version-files';
import type { VersionsService } from '@/bundles/custom-tools/versions/versions.service';
import type { ScriptResult } from '@/engines/containers/container-runtime';
import { readConfig } from '@/foundation/config/config';
import type { EventBus } from '@/foundation/events/event-bus';
import { Log } from '@/foundation/logging/log';
import type { Caller } from '@/foundation/http/caller';
import type { AuditService } from '@/people/audit/audit.service';
import { aScriptResult } from '../../support/fake-containers';
import { FixedClock } from '../../support/fixed-clock';
import { openTestDatabase, type TestDatabase } from '../../support/test-database';
import { anAdmin } from './callers';

const HOUR = 3_600_000;
const aToolNamed = (id: string) =>
  readTool(
    folderOf(id, { 'definition.json': JSON.stringify({ id }), 'execution.py': 'print(1)' }),
    120,
  );

describe('the calls of a tool', () => {
  let opened: TestDatabase;
  let clock: FixedClock;
  let repository: CallsRepository;
  let states: ToolStates;
  let calls: ToolCalls;
  let published: object[];
  const numbers = new Map<string, number>();

  beforeAll(async () => void (opened = await openTestDatabase()));
  afterAll(() => opened.close());
  beforeEach(() => {
    published = [];
    clock = new FixedClock(new Date('2026-01-05T08:30:00.000Z'));
    repository = new CallsRepository(opened.database);
    const audit = { record: () => Promise.resolve() } as unknown as AuditService;
    const events = {
      publish: (event: object) => void published.push(event),
    } as unknown as EventBus;
    const log = new Log(readConfig({ LOG_LEVEL: 'silent' }));
    states = new ToolStates(new ToolStatesRepository(opened.database), audit, events, clock, log);
    const versions = {
      findNumber: ({ hash }: { hash: string }) => Promise.resolve(numbers.get(hash) ?? null),
    } as unknown as VersionsService;
    calls = new ToolCalls(repository, states, versions, clock, log);
  });

  interface Made {
    caller?: Caller;
    context?: Partial<FinishedCall['context']>;
    argumentsText?: string;
    secrets?: string[];
    autoPauseAfter?: number;
  }
  const call = (id: string, script: Partial<ScriptResult> = {}, made: Made = {}) => {
    const caller = made.caller ?? anAdmin({ locale: 'en' });
    const mask = new SecretMask(made.secrets ?? []);
    const end = {
      ...endOfScript(aToolNamed(id), mask.result(aScriptResult(script)), 'print(1)'),
      mask,
      extras: {},
    };
    calls.record(caller, {
      end,
      shown: resultOf(end, 'en'),
      argumentsText: made.argumentsText ?? '{"q": 1}',
      context: {
        callId: randomUUID(),
        conversationId: null,
        runId: null,
        signal: new AbortController().signal,
        ...made.context,
      },
      autoPauseAfter: made.autoPauseAfter ?? null,
    });
  };
  const FAILING: Partial<ScriptResult> = {
    state: 'error',
    exitCode: 1,
    stderr: 'ValueError: no\n',
  };

  it('are listed newest first, as they were', async () => {
    const { hash } = aToolNamed('listed');
    numbers.set(hash, 3);
    const conversationId = randomUUID();
    const runId = randomUUID();
    const callId = randomUUID();
    call('listed', { stdout: 'one' }, { context: { conversationId, runId, callId: 'of-a-model' } });
    clock.pass(1000);
    call('listed', FAILING, { context: { trial: 'panel', callId } });
    clock.pass(1000);
    call('listed', { state: 'timeout', exitCode: null }, { context: { trial: 'test' } });
    const rows = await calls.list('listed', 10);
    expect(rows.map(({ via, status, version }) => [via, status, version])).toEqual([
      ['test', 'timeout', 3],
      ['panel', 'error', 3],
      ['chat', 'completed', 3],
    ]);
    expect(rows[1]).toMatchObject({
      id: callId,
      caller: { id: anAdmin().userId, name: 'Ada' },
      arguments: '{"q": 1}',
      message: 'Command failed (exit code: 1): ValueError: no',
      elapsedMs: 5,
      queuedMs: 0,
      memoryPeakBytes: 10_000_000,
      at: '2026-01-05T08:30:01.000Z',
    });
    expect(rows[2]).toMatchObject({ conversationId, runId, message: 'one' });
    expect(await calls.list('listed', 1)).toHaveLength(1);
  });

  it('hold no secret, no endless text, and nothing PostgreSQL cannot keep', async () => {
    const secrets = ['sk-very-secret'];
    call(
      'masked',
      { stdout: 'a\u0000 sk-very-secret' },
      { secrets, argumentsText: '"sk-very-secret\\ud800"' },
    );
    call('masked', { stdout: 'x'.repeat(9000) }, { argumentsText: 'y'.repeat(90_000) });
    const rows = await calls.list('masked', 10);
    expect(JSON.stringify(rows)).not.toContain('very-secret');
    expect(rows.map((row) => row.arguments.length).sort((a, b) => a - b)[1]).toBe(20_000);
    const stored = await opened.database.rows(CustomToolCall).findBy({ toolId: 'masked' });
    expect(JSON.stringify(stored)).not.toContain('very-secret');
  });

  it('keep nothing of what people who are no administrators wrote or read (S-01)', async () => {
    const caller = anAdmin({ role: 'user', locale: 'en' });
    call('private', { stdout: 'about the merger' }, { caller, argumentsText: '"the merger"' });
    const stderr = "Traceback\nValueError: invalid literal 'the merger'\n";
    call('private', { ...FAILING, stdout: 'the merger', stderr }, { caller });
    const rows = await calls.list('private', 10);
    expect(JSON.stringify(rows)).not.toContain('merger');
    expect(rows.map(({ message }) => message).sort()).toEqual([
      '',
      'Command failed (exit code: 1): ValueError',
    ]);
  });

  it('tell how a tool does in use, hour by hour, without tries and tests', async () => {
    for (const elapsedMs of [10, 20, 30, 40]) call('healthy', { elapsedMs });
    call('healthy', { ...FAILING, elapsedMs: 900 });
    call('healthy', { state: 'cancelled', elapsedMs: 50 });
    call('healthy', { ...FAILING, elapsedMs: 9999 }, { context: { trial: 'panel' } });
    call('healthy', { ...FAILING, elapsedMs: 9999 }, { context: { trial: 'test' } });
    call('another', FAILING);
    await calls.flush();
    clock.pass(3 * HOUR);
    call('healthy', { elapsedMs: 60 });
    const health = await calls.health('healthy', 1);
    expect(health).toMatchObject({ calls: 7, failures: 1, p50Ms: 40, p95Ms: 648 });
    expect(health.lastFailure).toMatchObject({ status: 'error', elapsedMs: 900, via: 'rest' });
    expect(health.lastFailure).not.toHaveProperty('toolId');
    expect(health.buckets).toHaveLength(24);
    expect(health.buckets.slice(-4)).toEqual([
      { at: '2026-01-05T08:00:00.000Z', calls: 6, failures: 1 },
      { at: '2026-01-05T09:00:00.000Z', calls: 0, failures: 0 },
      { at: '2026-01-05T10:00:00.000Z', calls: 0, failures: 0 },
      { at: '2026-01-05T11:00:00.000Z', calls: 1, failures: 0 },
    ]);
    const week = await calls.healthOf(['healthy', 'another', 'silent']);
    expect(week('healthy').buckets).toHaveLength(7);
    expect(week('another')).toMatchObject({ calls: 1, failures: 1 });
    expect(week('silent')).toMatchObject({ calls: 0, p50Ms: null, lastFailure: null });
  });

  it('pause a tool that failed as often in a row as its administrator allows, and no other', async () => {
    await states.update(anAdmin(), 'flaky', { autoPauseAfter: 3 });
    const fail = async (script: Partial<ScriptResult> = FAILING, made: Made = {}) => {
      clock.pass(1000);
      call('flaky', script, { autoPauseAfter: 3, ...made });
      await calls.flush();
      return (await states.find('flaky')).isPaused;
    };
    expect(await fail()).toBe(false);
    expect(await fail()).toBe(false);
    expect(await fail({ stdout: 'well' })).toBe(false);
    expect(await fail()).toBe(false);
    // None of these says that the tool is broken, or that it is not.
    expect(await fail(FAILING, { context: { trial: 'panel' } })).toBe(false);
    expect(await fail({ state: 'cancelled' })).toBe(false);
    expect(await fail({ state: 'engine_error' })).toBe(false);
    expect(await fail({ state: 'timeout' })).toBe(false);
    expect(await fail({ state: 'oom' })).toBe(true);
    expect(published).toEqual([pausedItself('flaky', 3)]);
    await states.update(anAdmin(), 'flaky', { isPaused: false });
    expect(await fail()).toBe(false);
  });

  it('go after thirty days, and when a busy tool has newer ones', async () => {
    call('swept', { stdout: 'old' });
    await calls.flush();
    clock.pass(31 * 24 * HOUR);
    for (const stdout of ['new', 'newer', 'newest']) {
      clock.pass(1000);
      call('swept', { stdout });
    }
    await calls.flush();
    await calls.sweep();
    expect((await calls.list('swept', 9)).map(({ message }) => message)).toEqual([
      'newest',
      'newer',
      'new',
    ]);
    await repository.removeBeyond(2);
    expect((await calls.list('swept', 9)).map(({ message }) => message)).toEqual([
      'newest',
      'newer',
    ]);
  });

  it('of a tool without a name are none (S-06)', async () => {
    for (const nothing of [undefined, null, '']) {
      await expect(calls.list(nothing as never, 5)).rejects.toMatchObject({ code: 'not_found' });
      await expect(calls.health(nothing as never)).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});
