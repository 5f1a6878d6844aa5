import { randomUUID } from 'node:crypto';
import type { LimitMeasure, OwnLimit } from '@/contract/usage';
import { connectModel } from '../support/configured-model';
import { UpstreamProcess } from '../support/upstream-process';
import type { Visitor } from '../support/visitor';
import { WholeServer } from '../support/whole-server';

describe('a limit', () => {
  let server: WholeServer;
  let upstream: UpstreamProcess;
  let admin: Visitor;
  let model: string;

  beforeAll(async () => {
    [server, upstream] = await Promise.all([
      WholeServer.start({ CONTAINER_STOCK: '0' }),
      UpstreamProcess.start(),
    ]);
    admin = await server.admin();
    model = await connectModel(admin, upstream.url);
  });

  afterAll(async () => {
    await upstream?.stop();
    await server?.close();
  });

  beforeEach(() => upstream.reset());

  async function limited(
    name: string,
    amount: number,
    measure: LimitMeasure = 'tokens_per_day',
  ): Promise<Visitor> {
    const visitor = await server.user(`${name}@example.org`);
    const { id: userId } = await visitor.get<{ id: string }>('/api/auth/me');
    const scope = { type: 'user', userId };
    const items = [{ scope, measure, amount }];
    const { status } = await admin.request('PUT', '/api/admin/limits', { items });
    expect(status).toBe(200);
    return visitor;
  }

  it('is asked before the provider, and the refusal says when it resets', async () => {
    const visitor = await limited('none', 0);
    const { events } = await visitor.ask('hello', model);
    expect(events.at(-1)).toMatchObject({
      type: 'run_end',
      status: 'failed',
      error: {
        code: 'usage_limit_reached',
        error: '您今天的 Token 额度已用完。',
        suggestion: expect.stringMatching(/\d{4}-\d\d-\d\d 00:00 UTC/),
      },
    });
    expect(await upstream.listRequests()).toEqual([]);
  });

  it('lets one of 50 requests through that come at the same moment, when there is room for one', async () => {
    const visitor = await limited('storm', 1);
    const runs = await Promise.all(
      Array.from({ length: 50 }, (_, i) => visitor.ask(`hello ${i}`, model)),
    );
    const ends = runs.map(({ events }) => events.at(-1));
    const statuses = ends.map((end) => (end?.type === 'run_end' ? end.status : 'none'));
    expect(statuses.filter((status) => status === 'completed')).toHaveLength(1);
    expect(statuses.filter((status) => status === 'failed')).toHaveLength(49);
    expect(await upstream.listRequests()).toHaveLength(1);
  });

  it('lets no more runs go on at once than it says, of 20 that begin at the same moment', async () => {
    const visitor = await limited('two', 2, 'runs_at_once');
    const slow = { steps: [{ text: 'slow ' }, { waitMs: 60_000 }] };
    await upstream.script(slow, slow);
    const starts = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) =>
        visitor.send('run.start', {
          clientRequestId: randomUUID(),
          modelId: model,
          text: `hello ${i}`,
        }),
      ),
    );
    const begun = starts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(begun).toHaveLength(2);
    for (const one of starts) {
      if (one.status === 'fulfilled') continue;
      expect(one.reason).toMatchObject({ body: { code: 'too_many_runs', canRetry: true } });
    }
    const { items } = await visitor.get<{ items: object[] }>('/api/conversations');
    expect(items).toHaveLength(2);
    const own = await visitor.get<{ items: OwnLimit[] }>('/api/usage/limits');
    expect(own.items).toMatchObject([{ measure: 'runs_at_once', used: null, resetsAt: null }]);
    await Promise.all(begun.map(({ runId }) => visitor.send('run.stop', { runId })));
    await Promise.all(begun.map((one) => visitor.follow(one)));
    const { events } = await visitor.ask('room again', model);
    expect(events.at(-1)).toMatchObject({ type: 'run_end', status: 'completed' });
  });

  it('counts what the provider reports, and the person sees it', async () => {
    const visitor = await limited('counted', 1_000_000);
    const { events } = await visitor.ask('hello', model);
    const tokens = events.flatMap((event) =>
      event.type === 'usage' ? [event.inputTokens + event.outputTokens] : [],
    );
    const { items } = await visitor.get<{ items: OwnLimit[] }>('/api/usage/limits');
    expect(tokens[0]).toBeGreaterThan(0);
    expect(items).toMatchObject([{ measure: 'tokens_per_day', modelId: null, used: tokens[0] }]);
  });

  it('takes a price table and refuses rows that stand twice', async () => {
    const price = { modelId: model, input: 2, cachedInput: 1, output: 8 };
    const put = (models: object[]) =>
      admin.request('PUT', '/api/admin/prices', { currency: 'CNY', models });
    expect((await put([price, price])).status).toBe(400);
    expect((await put([price])).status).toBe(200);
    expect(await admin.get('/api/admin/prices')).toEqual({ currency: 'CNY', models: [price] });
  });
});
