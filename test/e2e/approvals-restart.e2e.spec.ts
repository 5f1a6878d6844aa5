import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ApprovalPage } from '@/contract/approvals';
import type { ConversationDetail, RunEvent, ToolCallPart } from '@/contract/chat';
import type { PolicyView } from '@/contract/policy';
import { connectModel } from '../support/configured-model';
import { ServerProcess } from '../support/server-process';
import { createTestDatabase } from '../support/test-database';
import { UpstreamProcess } from '../support/upstream-process';
import { Visitor } from '../support/visitor';
import { ADMIN } from '../support/whole-server';

/** A call that needs a person beside one that is at work, and one more step after both. */
const QUESTION = 'call careful_tool {} and call slow_tool {} then call careful_tool {"n":2}';

describe('a server that goes down while a question waits (S-45)', () => {
  let upstream: UpstreamProcess;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let dataDir: string;
  let server: ServerProcess;
  let admin: Visitor;
  let model: string;

  const start = async () => {
    server = await ServerProcess.start({
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      CONTAINER_STOCK: '1',
      APPROVAL_TIMEOUT: '600',
    });
    admin = new Visitor(server.url);
    await admin.signIn(ADMIN.email, ADMIN.password);
  };

  const tool = (id: string, code: string) =>
    admin.post('/api/admin/custom-tools', {
      id,
      description: 'For a test.',
      parameters: { type: 'object', properties: { n: { type: 'integer', default: 1 } } },
      dangerous: id === 'careful_tool',
      execution_code: code,
    });

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'toolyard-ask-'));
    [upstream, database] = await Promise.all([UpstreamProcess.start(), createTestDatabase()]);
    await start();
    model = await connectModel(admin, upstream.url);
    await tool('careful_tool', 'print("careful", {n})\n');
    await tool('slow_tool', 'import time\ntime.sleep(60)\n');
    const { version: baseVersion, document } = await admin.get<PolicyView>('/api/admin/policy');
    const defaults = { dangerous: 'ask', safe: 'allow' };
    const body = { document: { ...document, defaults }, baseVersion, note: '' };
    await admin.request('PUT', '/api/admin/policy', body);
  });

  afterAll(async () => {
    admin?.leave();
    await server?.stop();
    await upstream?.stop();
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const pending = async () => (await admin.get<ApprovalPage>('/api/approvals')).items;
  const callsIn = ({ messages }: ConversationDetail): ToolCallPart[] =>
    messages.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool_call'));
  const until = async <T>(look: () => Promise<T | undefined>): Promise<T> => {
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const say = async (runId: string, answer: 'allow' | 'deny') => {
    const asked = await until(async () =>
      (await pending()).find((question) => question.runId === runId),
    );
    const { id: approvalId, fingerprint } = asked;
    await admin.send('approval.answer', { approvalId, fingerprint, answer });
  };
  const askAndDie = async (die: 'kill' | 'stop') => {
    const started = await admin.send('run.start', {
      clientRequestId: randomUUID(),
      text: QUESTION,
      modelId: model,
    });
    await admin.send('conversation.watch', { ...started, afterSeq: 0 });
    await admin.eventsUntil(started.runId, ({ type }) => type === 'approval_request');
    // What happened is stored within a fifth of a second; a crash may cost as much.
    await new Promise((resolve) => setTimeout(resolve, 500));
    admin.leave();
    await server[die]();
    await start();
    await until(async () => {
      const { runs } = await admin.open(started.conversationId);
      return runs.some(({ status }) => status === 'waiting') ? true : undefined;
    });
    return started;
  };

  it.each(['stop', 'kill'] as const)(
    'keeps it through a %s; the answer runs the call once and the run goes on',
    async (die) => {
      const started = await askAndDie(die);
      const parked = await admin.open(started.conversationId);
      expect(parked.conversation.isRunning).toBe(true);
      expect(callsIn(parked).map((call) => [call.tool, call.outcome?.status ?? null])).toEqual([
        ['careful_tool', null],
        ['slow_tool', 'cancelled'],
      ]);
      expect(callsIn(parked)[0]?.approval).toMatchObject({ status: 'pending', canAnswer: true });
      const { length } = await pending();
      await admin.send('conversation.watch', { ...started, afterSeq: parked.lastSeq });
      await say(started.runId, 'allow');
      await say(started.runId, 'deny');
      await admin.eventsUntil(started.runId, ({ type }) => type === 'run_end');
      const done = await admin.open(started.conversationId);
      expect(callsIn(done).map((call) => [call.tool, call.outcome?.status])).toEqual([
        ['careful_tool', 'completed'],
        ['slow_tool', 'cancelled'],
        ['careful_tool', 'denied'],
      ]);
      expect(await pending()).toHaveLength(length - 1);
      const { items } = await admin.get<{ items: RunEvent[] }>(
        `/api/conversations/${started.conversationId}/events?afterSeq=0&limit=1000`,
      );
      expect(items.map(({ seq }) => seq)).toEqual(items.map((_, i) => i + 1));
      expect(items.filter(({ type }) => type === 'tool_call_start')).toHaveLength(3);
      expect(items.filter(({ type }) => type === 'tool_call_end')).toHaveLength(3);
    },
  );

  it('lets the run be stopped by hand while nobody works on it', async () => {
    const { conversationId, runId } = await askAndDie('stop');
    expect(await admin.send('run.stop', { runId })).toEqual({ stopped: true });
    const { conversation, runs } = await admin.open(conversationId);
    expect(conversation.isRunning).toBe(false);
    expect(runs.at(-1)).toMatchObject({ status: 'stopped', canContinue: true });
    expect((await pending()).filter((question) => question.runId === runId)).toEqual([]);
  });
});
