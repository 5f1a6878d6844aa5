import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunEvent } from '@/contract/chat';
import type { Health } from '@/contract/health';
import type { CustomToolResult, ToolCallOutcome } from '@/contract/tools';
import { connectModel } from '../support/configured-model';
import { OwnEngine } from '../support/own-engine';
import { ServerProcess } from '../support/server-process';
import { createTestDatabase } from '../support/test-database';
import { UpstreamProcess } from '../support/upstream-process';
import { textOf, Visitor } from '../support/visitor';
import { ADMIN } from '../support/whole-server';

const TOOL_IMAGE = process.env.TOOL_IMAGE ?? 'toolyard-sandbox:current';
const STOCK = 2;
/** a call whose engine is gone ends within this. */
const MOST_MS = 10_000;

const outcomesOf = (events: readonly RunEvent[]): ToolCallOutcome[] =>
  events.flatMap((event) => (event.type === 'tool_call_end' ? [event.outcome] : []));

describe('a container engine that is really stopped (R-02)', () => {
  const engine = new OwnEngine();
  let upstream: UpstreamProcess;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let dataDir: string;
  let server: ServerProcess;
  let admin: Visitor;
  let model: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'toolyard-outage-'));
    await engine.start();
    await engine.load(TOOL_IMAGE);
    [upstream, database] = await Promise.all([UpstreamProcess.start(), createTestDatabase()]);
    server = await ServerProcess.start({
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      DOCKER_HOST: engine.address,
      TOOL_IMAGE,
      CONTAINER_STOCK: String(STOCK),
      CONTAINER_STOCK_MAX: String(STOCK),
      LOG_LEVEL: 'info',
    });
    admin = new Visitor(server.url, 'en');
    await admin.signIn(ADMIN.email, ADMIN.password);
    model = await connectModel(admin, upstream.url);
    await makeTool('answer', 'print(42)');
    await makeTool('sleeper', 'import time\nprint("begun", flush=True)\ntime.sleep(100)');
  });

  afterAll(async () => {
    admin?.leave();
    await server?.stop();
    await upstream?.stop();
    await database?.drop();
    await engine.remove();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('runs tools while the engine is there', async () => {
    await waitForDegraded([]);
    const { events } = await admin.ask('call answer {}', model);
    expect(outcomesOf(events)).toMatchObject([{ status: 'completed', message: '42' }]);
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'survives %s: names the cause, chats on, and comes back by itself',
    async (signal) => {
      await waitForDegraded([]);
      const cut = await admin.send('tool.call', {
        clientRequestId: crypto.randomUUID(),
        tool: 'sleeper',
        arguments: '{}',
      });
      await admin.send('conversation.watch', { ...cut, afterSeq: 0 });
      await admin.eventsUntil(cut.runId, ({ type }) => type === 'tool_call_start');
      await sleep(1_000);
      const stoppedAt = performance.now();
      await engine.stop(signal);

      const events = await admin.eventsUntil(cut.runId, ({ type }) => type === 'run_end');
      expect(performance.now() - stoppedAt).toBeLessThan(MOST_MS);
      expect(outcomesOf(events)).toMatchObject([{ status: 'engine_error' }]);
      await expectNamedEverywhere();
      await expectChatGoesOn();

      await engine.start();
      await waitForDegraded([]);
      const again = await admin.ask('call answer {}', model);
      expect(outcomesOf(again.events)).toMatchObject([{ status: 'completed' }]);
      await waitForContainers(STOCK);
    },
  );

  it('leaves nothing on the engine when the server stops', async () => {
    await server.stop();
    expect(engine.listContainers()).toEqual([]);
  });

  async function makeTool(id: string, code: string): Promise<void> {
    await admin.post('/api/admin/custom-tools', {
      id,
      description: 'Made by the test.',
      dangerous: false,
      parameters: { type: 'object', properties: {} },
      execution_code: `${code}\n`,
    });
  }

  /** The model, the run panel and the health door say the same. */
  async function expectNamedEverywhere(): Promise<void> {
    await waitForDegraded(['containers']);
    const failure = {
      error: 'container engine unavailable',
      code: 'container_engine_unavailable',
      canRetry: true,
      suggestion: expect.stringContaining(engine.address) as string,
    };
    const { data } = await admin.post<{ data: CustomToolResult }>(
      '/api/admin/custom-tools/answer/run',
      { arguments: {} },
    );
    expect(data).toMatchObject({ ...failure, success: false });
    const { events } = await admin.ask('call answer {}', model);
    const [outcome] = outcomesOf(events);
    expect(outcome).toMatchObject({ status: 'engine_error', error: failure });
    expect(JSON.parse(outcome?.result ?? '')).toMatchObject({
      success: false,
      code: 'container_engine_unavailable',
      canRetry: true,
    });
    expect(events.at(-1)).toMatchObject({ type: 'run_end', status: 'completed' });
  }

  async function expectChatGoesOn(): Promise<void> {
    const { events } = await admin.ask('say 40 words', model);
    expect(textOf(events)).toMatch(/^word1 .* word40$/);
    expect(events.at(-1)).toMatchObject({ type: 'run_end', status: 'completed' });
  }

  async function waitForDegraded(parts: string[]): Promise<void> {
    for (;;) {
      const { status, degraded } = await admin.get<Health>('/api/health');
      expect(status).toBe('ok');
      if (JSON.stringify(degraded.map(({ part }) => part)) === JSON.stringify(parts)) return;
      await sleep(100);
    }
  }

  /** What the outage cut off is swept; only the stock stands there, and one may just be on its way out or in. */
  async function waitForContainers(many: number): Promise<void> {
    while (engine.listContainers().length !== many) await sleep(200);
  }
});
