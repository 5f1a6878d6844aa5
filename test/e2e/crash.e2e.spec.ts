import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ConversationDetail, RunEvent } from '@/contract/chat';
import { connectModel } from '../support/configured-model';
import { ServerProcess } from '../support/server-process';
import { createTestDatabase } from '../support/test-database';
import { UpstreamProcess } from '../support/upstream-process';
import { textOf, Visitor } from '../support/visitor';
import { ADMIN } from '../support/whole-server';

const KILLS = 20;
/** nothing may look alive longer than this after a restart. */
const MAX_RUNNING_MS = 30_000;

interface LostRun {
  conversationId: string;
  runId: string;
  /** Text its watcher had seen when the server died. */
  seen: string;
}

describe('a server that is killed (R-01)', () => {
  let upstream: UpstreamProcess;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let dataDir: string;
  let server: ServerProcess;
  const instances: string[] = [];

  const start = async () => {
    server = await ServerProcess.start({
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      CONTAINER_STOCK: '1',
    });
    instances.push(server.instance);
    const admin = new Visitor(server.url);
    await admin.signIn(ADMIN.email, ADMIN.password);
    return admin;
  };

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'toolyard-crash-'));
    [upstream, database] = await Promise.all([UpstreamProcess.start(), createTestDatabase()]);
  });

  afterAll(async () => {
    await server?.stop();
    await upstream?.stop();
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it(`keeps and marks what was written, over ${KILLS} kills in streams and tool calls`, async () => {
    let admin = await start();
    const model = await connectModel(admin, upstream.url);
    await admin.post('/api/admin/custom-tools', {
      id: 'sleeper',
      dangerous: false,
      description: 'Sleeps.',
      parameters: { type: 'object', properties: {} },
      execution_code: 'import time\nprint("begun", flush=True)\ntime.sleep(25)\n',
    });
    const lost: LostRun[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      lost.push(await breakOff(admin, model, kill % 2 === 1));
      admin.leave();
      admin = await start();
    }
    for (const run of lost) await expectEnded(await waitForEnd(admin, run), run);
    admin.leave();
  }, 300_000);

  it('leaves no labelled container behind', async () => {
    const dead = instances.filter((instance) => instance !== server.instance);
    expect(dead).toHaveLength(KILLS);
    const labels = execFileSync('docker', [
      'ps',
      '-a',
      '--format',
      '{{.Label "toolyard.instance"}}',
    ]);
    const left = labels
      .toString()
      .split('\n')
      .filter((label) => dead.includes(label));
    expect(left).toEqual([]);
  });

  /** Starts a run, waits until it is in the middle of it, and pulls the plug. */
  async function breakOff(admin: Visitor, model: string, inTool: boolean): Promise<LostRun> {
    const started = await admin.send('run.start', {
      clientRequestId: randomUUID(),
      text: inTool ? 'call sleeper {}' : 'say 3000 words slowly',
      modelId: model,
    });
    await admin.send('conversation.watch', { ...started, afterSeq: 0 });
    const awaited = inTool ? 'tool_call_start' : 'text_delta';
    await admin.eventsUntil(started.runId, ({ type }) => type === awaited);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const seen = textOf(admin.heard.filter(({ runId }) => runId === started.runId));
    await server.kill();
    return { ...started, seen };
  }

  async function waitForEnd(admin: Visitor, run: LostRun): Promise<ConversationDetail> {
    const deadline = Date.now() + MAX_RUNNING_MS;
    for (;;) {
      const detail = await admin.open(run.conversationId);
      if (!detail.conversation.isRunning) return detail;
      if (Date.now() > deadline) throw new Error(`Run ${run.runId} still looks alive.`);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }

  async function expectEnded(detail: ConversationDetail, run: LostRun): Promise<void> {
    expect(detail.runs).toMatchObject([
      { status: 'interrupted', canContinue: true, error: { code: 'run_interrupted' } },
    ]);
    const answers = detail.messages.filter(({ role }) => role === 'assistant');
    expect(answers).toHaveLength(1);
    const parts = answers[0]?.parts ?? [];
    const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
    // At most the last moment may be missing, and nothing may be there twice.
    expect(run.seen.startsWith(text) || text.startsWith(run.seen)).toBe(true);
    if (run.seen) expect(text.length).toBeGreaterThan(0);
    for (const part of parts) {
      if (part.type === 'tool_call') expect(part.outcome?.status).toBe('cancelled');
    }
    const visitor = new Visitor(server.url);
    await visitor.signIn(ADMIN.email, ADMIN.password);
    const { items } = await visitor.get<{ items: RunEvent[] }>(
      `/api/conversations/${run.conversationId}/events`,
    );
    expect(items.map(({ seq }) => seq)).toEqual(items.map((_, i) => i + 1));
    expect(items.at(-1)).toMatchObject({ type: 'run_end', status: 'interrupted' });
  }
});
