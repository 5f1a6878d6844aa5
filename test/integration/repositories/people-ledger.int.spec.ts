import { randomUUID } from 'node:crypto';
import type { LedgerDetail, LedgerPage } from '@/contract/ledger';
import { AuditService } from '@/people/audit/audit.service';
import { LedgerChecks } from '@/people/audit/ledger/ledger-check.service';
import { LedgerRetention } from '@/people/audit/ledger/ledger-retention.service';
import type { ToolCallDeed } from '@/people/audit/ledger/tool-call-note';
import { PeopleApp } from '../../support/people-app';

let app: PeopleApp;
let admin: Awaited<ReturnType<PeopleApp['guest']>>;

beforeAll(async () => {
  app = await PeopleApp.start();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.empty();
  admin = await app.guest('admin');
});

const CALL: ToolCallDeed = {
  ...{ tool: 'calc', toolVersion: 'v1', modelId: 'm', callId: 'c1', trial: null },
  ...{ conversationId: null, runId: null, status: 'completed', code: null, durationMs: 12 },
  decision: { effect: 'ask', reason: 'rule', ruleId: 'r1', policyVersion: 3 },
  ...{ approverId: null, containerId: 'box', queuedMs: 5 },
  ...{ argumentsText: '{"password":"hunter2","a":"=1+1"}', resultText: '12345678' },
};

const act = (subject: string) =>
  app.get(AuditService).record(admin.caller, { action: 'thing.change', subject });
const get = async <Body>(path: string) =>
  (await app.http('get', `/api/admin/ledger${path}`).set('Cookie', admin.cookie)).body as Body;
const check = () => app.get(LedgerChecks).check();

/** Past the triggers, as somebody with the rights of the table's owner would. */
async function tamper(sql: string): Promise<void> {
  await app.database.inTransaction(async () => {
    await app.database.query('ALTER TABLE ledger_entries DISABLE TRIGGER USER');
    await app.database.query(sql);
    await app.database.query('ALTER TABLE ledger_entries ENABLE TRIGGER USER');
  });
}

describe('the chain', () => {
  it('holds acts and calls in one gapless row, and nothing is wrong with it', async () => {
    for (let i = 0; i < 30; i++) await act(String(i));
    const audit = app.get(AuditService);
    for (let i = 0; i < 700; i++) audit.recordToolCall(admin.caller, CALL);
    audit.recordLater(null, { action: 'auth.login', subject: 'x\u0000\ud800', outcome: 'denied' });
    await audit.flush();
    expect(await check()).toMatchObject({ ok: true, checkedRows: 731, firstSeq: 1, lastSeq: 731 });
  });

  it('stays gapless when many write at once', async () => {
    const audit = app.get(AuditService);
    await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        await act(`at once ${i}`);
        audit.recordToolCall(admin.caller, CALL);
        if (i % 5 === 0) await audit.flush();
        if (i % 7 === 0) await check();
      }),
    );
    await audit.flush();
    expect(await check()).toMatchObject({ ok: true, checkedRows: 80, lastSeq: 80 });
  });

  it('holds what a transaction committed, and nothing of one that was rolled back', async () => {
    await app.database.inTransaction(() => act('stays'));
    const undone = app.database.inTransaction(async () => {
      await act('goes');
      throw new TypeError('no');
    });
    await expect(undone).rejects.toThrow('no');
    const { items } = await get<LedgerPage>('');
    expect(items.map(({ subject }) => subject)).toEqual(['stays']);
  });

  it('refuses to be changed', async () => {
    await act('a');
    await check();
    for (const sql of [
      "UPDATE ledger_entries SET subject = 'b'",
      'DELETE FROM ledger_entries',
      'TRUNCATE ledger_entries',
    ]) {
      await expect(app.database.query(sql)).rejects.toThrow('are never changed');
    }
    expect(await check()).toMatchObject({ ok: true, checkedRows: 1 });
  });

  it.each([
    ["UPDATE ledger_entries SET subject = 'forged' WHERE seq = 2", { seq: 2, problem: 'edited' }],
    ['UPDATE ledger_entries SET facts = \'{"a": 2}\' WHERE seq = 3', { seq: 3, problem: 'edited' }],
    [
      `UPDATE ledger_entries SET at = at + interval '1 ms' WHERE seq = 1`,
      { seq: 1, problem: 'edited' },
    ],
    ['DELETE FROM ledger_entries WHERE seq = 1', { seq: 1, problem: 'missing' }],
    ['DELETE FROM ledger_entries WHERE seq = 3', { seq: 3, problem: 'missing' }],
    ['DELETE FROM ledger_entries WHERE seq = 5', { seq: 5, problem: 'missing' }],
  ])('tells after %s what is wrong', async (sql, problem) => {
    for (let i = 0; i < 5; i++) await act(String(i));
    expect((await check()).ok).toBe(true);
    await tamper(sql);
    const answer = await app.http('post', '/api/admin/ledger/check').set('Cookie', admin.cookie);
    expect(answer.body).toMatchObject({ ok: false, problems: [problem] });
  });

  it('takes in what was written before it existed', async () => {
    await app.database.query(
      `INSERT INTO audit_entries (at, actor_id, action, subject, facts, outcome)
       SELECT '2025-01-01'::timestamptz + i * interval '1 minute', NULL, 'tool.call', 'calc',
              jsonb_build_object('callId', 'c' || i), 'completed' FROM generate_series(1, 1100) i`,
    );
    expect(await check()).toMatchObject({ ok: true, checkedRows: 1100 });
    expect(await app.database.query('SELECT 1 FROM audit_entries')).toEqual([]);
    const { items } = await get<LedgerPage>('?limit=1');
    expect(items[0]).toMatchObject({ seq: 1100, kind: 'tool_call', call: null });
  });
});

describe('reading', () => {
  it('shows a call with who, what decided, where it ran and its arguments without secrets', async () => {
    const conversationId = randomUUID();
    const audit = app.get(AuditService);
    const call = { ...CALL, conversationId, approverId: admin.user.id };
    audit.recordToolCall(admin.caller, call);
    await audit.flush();
    const { items } = await get<LedgerPage>(`?conversationId=${conversationId}`);
    expect(items).toHaveLength(1);
    const detail = await get<LedgerDetail>(`/${items[0]?.seq}`);
    expect(detail).toMatchObject({
      ...{ kind: 'tool_call', actorName: admin.user.name, subject: 'calc', outcome: 'completed' },
      arguments: '{"password":"•••","a":"=1+1"}',
      call: {
        ...{ effect: 'ask', reason: 'rule', ruleId: 'r1', policyVersion: 3, toolVersion: 'v1' },
        ...{ approverName: admin.user.name, containerId: 'box', queuedMs: 5, runMs: 7 },
        ...{ argumentBytes: 33, argumentsMasked: true, resultBytes: 8, resultTokens: 2 },
      },
    });
    expect(
      (await app.http('get', '/api/admin/ledger/99999').set('Cookie', admin.cookie)).status,
    ).toBe(404);
  });

  it('pages in both directions and filters', async () => {
    for (let i = 0; i < 7; i++) await act(String(i));
    const audit = app.get(AuditService);
    await check();
    app.clock.pass(60_000);
    audit.recordToolCall(admin.caller, CALL);
    audit.recordLater(null, { action: 'auth.login', subject: 'who', outcome: 'denied' });
    await audit.flush();
    const seqs = async (query: string) =>
      (await get<LedgerPage>(query)).items.map(({ seq }) => seq);
    const first = await get<LedgerPage>('?limit=4');
    expect([first.items.map(({ seq }) => seq), first.nextBefore]).toEqual([[9, 8, 7, 6], 6]);
    expect(await seqs('?before=6&limit=10')).toEqual([5, 4, 3, 2, 1]);
    expect(await seqs('?after=7')).toEqual([9, 8]);
    expect(await seqs('?kind=security')).toEqual([9]);
    expect(await seqs('?action=auth.')).toEqual([9]);
    expect(await seqs('?action=tool.call&effect=ask')).toEqual([8]);
    expect(await seqs('?action=thing.&subject=3')).not.toEqual([]);
    expect(await seqs(`?actorId=${admin.user.id}&outcome=completed`)).toEqual([8]);
    const since = encodeURIComponent(app.clock.now().toISOString());
    expect(await seqs(`?from=${since}`)).toEqual([9, 8]);
    expect(await seqs(`?to=${since}`)).toHaveLength(7);
  });

  it('exports everything that was found, oldest first, and notes who took it', async () => {
    for (let i = 0; i < 5; i++) await act(`=${i}`);
    const file = (format: string) =>
      app.http('get', `/api/admin/ledger/export?action=thing.&format=${format}`).buffer(true);
    const csv = (await file('csv').set('Cookie', admin.cookie)).text.trim().split('\r\n');
    expect(csv).toHaveLength(6);
    expect(csv[1]).toContain(`"'=`);
    const jsonl = await file('jsonl')
      .parse((response, done) => {
        let text = '';
        response.on('data', (piece: Buffer) => (text += piece.toString()));
        response.on('end', () => done(null, text));
      })
      .set('Cookie', admin.cookie);
    const rows = String(jsonl.body)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as LedgerDetail);
    expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    expect(rows[1]?.previousHash).toBe(rows[0]?.hash);
    expect((await get<LedgerPage>('?action=ledger.export')).items).toHaveLength(2);
  });
});

describe('retention', () => {
  it('takes old rows away, leaves an anchor, and the rest still proves itself', async () => {
    for (let i = 0; i < 4; i++) await act(String(i));
    await check();
    app.clock.pass(3 * 86_400_000);
    await act('young');
    await check();
    const retention = app.get(LedgerRetention);
    await retention.replace(admin.caller, { days: 2 });
    expect(await retention.sweep()).toBe(4);
    expect(await retention.sweep()).toBe(0);
    expect(await check()).toMatchObject({ ok: true, firstSeq: 5, lastSeq: 7, checkedRows: 3 });
    await expect(app.database.query('DELETE FROM ledger_anchors')).rejects.toThrow('never changed');
    await tamper('DELETE FROM ledger_entries WHERE seq = 5');
    expect((await check()).problems).toContainEqual({ seq: 5, problem: 'missing' });
    await retention.replace(admin.caller, { days: null });
  });
});
