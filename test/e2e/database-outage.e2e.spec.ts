import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunEvent } from '@/contract/chat';
import type { Health } from '@/contract/health';
import { connectModel } from '../support/configured-model';
import { OwnPostgres } from '../support/own-postgres';
import { ServerProcess } from '../support/server-process';
import { UpstreamProcess } from '../support/upstream-process';
import { type AskedRun, Refused, textOf, Visitor } from '../support/visitor';
import { ADMIN } from '../support/whole-server';

/** */
const AWAY_MS = 15_000;
const MOST_MS = 2_000;

const UNAVAILABLE = { code: 'temporarily_unavailable', canRetry: true };

describe('a PostgreSQL that is really stopped (R-03)', () => {
  let postgres: OwnPostgres;
  let upstream: UpstreamProcess;
  let dataDir: string;
  let server: ServerProcess;
  let admin: Visitor;
  let model: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'toolyard-outage-'));
    [postgres, upstream] = await Promise.all([OwnPostgres.start(), UpstreamProcess.start()]);
    server = await ServerProcess.start({
      DATABASE_URL: postgres.url,
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      CONTAINER_STOCK: '0',
      LOG_LEVEL: 'fatal',
    });
    admin = new Visitor(server.url, 'en');
    await admin.signIn(ADMIN.email, ADMIN.password);
    model = await connectModel(admin, upstream.url);
    await admin.connect();
  });

  afterAll(async () => {
    admin?.leave();
    await server?.stop();
    await upstream?.stop();
    await postgres?.remove();
    await rm(dataDir, { recursive: true, force: true });
  });

  describe.each(['fast', 'immediate'] as const)('in the manner of pg_ctl -m %s', (how) => {
    it('is found again by an idle server', async () => {
      await postgres.stop(how);
      await expectRefusedQuickly();
      await postgres.startAgain();
      await waitForDatabase();
      const { events } = await admin.ask('hello', model);
      expect(textOf(events)).toBe('You said: hello');
    });

    it('costs a streaming answer nothing: not a word, not a socket', async () => {
      const socket = await admin.connected();
      const long = await begin('say 500 words slowly');
      const short = await begin('say 70 words slowly');
      await heardFrom(long.runId, ({ type }) => type === 'text_delta');
      await heardFrom(short.runId, ({ type }) => type === 'text_delta');
      const stoppedAt = Date.now();
      await postgres.stop(how);

      await expectRefusedQuickly();
      await sleep(AWAY_MS - (Date.now() - stoppedAt));
      await postgres.startAgain();
      await waitForDatabase();

      await expectNothingLost(await follow(short), counted(70));
      await expectNothingLost(await follow(long), counted(500));
      expect(await admin.connected()).toBe(socket);
      expect(socket.connected).toBe(true);
    });
  });

  const counted = (many: number) =>
    Array.from({ length: many }, (_, at) => `word${at + 1}`).join(' ');

  async function begin(text: string) {
    const started = await admin.send('run.start', {
      clientRequestId: randomUUID(),
      text,
      modelId: model,
    });
    await admin.send('conversation.watch', { ...started, afterSeq: 0 });
    return started;
  }

  const heardFrom = (runId: string, isLast: (event: RunEvent) => boolean) =>
    admin.eventsUntil(runId, isLast);

  async function follow(started: Omit<AskedRun, 'events'>): Promise<AskedRun> {
    const events = await heardFrom(started.runId, ({ type }) => type === 'run_end');
    return { ...started, events };
  }

  /** What was heard live, what the journal holds and what the message says are the same, to the byte. */
  async function expectNothingLost({ conversationId, events }: AskedRun, text: string) {
    expect(events.at(-1)).toMatchObject({ type: 'run_end', status: 'completed', error: null });
    expect(textOf(events)).toBe(text);
    const detail = await admin.open(conversationId);
    expect(detail.messages.at(-1)?.parts).toEqual([{ type: 'text', text }]);
    expect(detail.conversation.isRunning).toBe(false);
    const stored = await admin.get<{ items: RunEvent[] }>(
      `/api/conversations/${conversationId}/events?afterSeq=0`,
    );
    expect(stored.items).toEqual(events);
  }

  /** Every kind of door: with and without a cookie, reading and writing, by HTTP and by socket. */
  async function expectRefusedQuickly(): Promise<void> {
    const stranger = new Visitor(server.url, 'en');
    const tries: (() => Promise<unknown>)[] = [
      () => admin.get('/api/conversations'),
      () => admin.get('/api/admin/custom-tools'),
      () => admin.post('/api/admin/users', { email: 'a@example.org', name: 'A', role: 'user' }),
      () => stranger.signIn(ADMIN.email, ADMIN.password),
      () => stranger.get('/api/auth/state'),
      () =>
        admin.send('run.start', { clientRequestId: randomUUID(), text: 'hello', modelId: model }),
    ];
    for (const attempt of tries) {
      const askedAt = performance.now();
      const refusal: unknown = await attempt().catch((thrown: unknown) => thrown);
      expect(refusal).toBeInstanceOf(Refused);
      expect(refusal).toMatchObject({ body: UNAVAILABLE });
      expect([503, 0]).toContain((refusal as Refused).status);
      expect(performance.now() - askedAt).toBeLessThan(MOST_MS);
    }
    const late = new Visitor(server.url, 'en');
    late.cookie = admin.cookie;
    await expect(late.connect()).rejects.toMatchObject({ data: UNAVAILABLE });
    const health = await stranger.request('GET', '/api/health');
    expect(health.status).toBe(503);
    expect(await health.json()).toMatchObject({
      status: 'unavailable',
      degraded: [{ part: 'database' }],
    });
  }

  async function waitForDatabase(): Promise<void> {
    for (;;) {
      const response = await new Visitor(server.url).request('GET', '/api/health');
      const { status } = (await response.json()) as Health;
      if (response.ok && status === 'ok') return;
      await sleep(100);
    }
  }
});
