import { randomUUID } from 'node:crypto';
import { LiveCommandTable } from '@/chat/live/live-commands';
import type { LiveCommands } from '@/contract/live';
import { RouteMarks } from '@/people/auth/route-marks.service';
import { connectModel } from '../support/configured-model';
import { UpstreamProcess } from '../support/upstream-process';
import type { Visitor } from '../support/visitor';
import { WholeServer } from '../support/whole-server';

/** What stands in a path or body where an id belongs. */
interface Ids {
  conversationId: string;
  runId: string;
  userId: string;
  providerId: string;
  tool: string;
}

interface Case {
  /** Who may enter: compared with the route's own mark. */
  for: 'everyone' | 'user' | 'admin';
  /** True when the answer depends on whose row it is. */
  owned?: boolean;
  query?: (ids: Ids) => string;
  body?: (ids: Ids) => unknown;
}

const NEW_USER = () => ({ email: `${randomUUID()}@example.org`, name: 'New', role: 'user' });
const DRAFT = { kind: 'openai', baseUrl: 'http://127.0.0.1:9', key: 'k' };

/** Every route of the house. One that is missing here fails the test, and so does one that is gone. */
const ROUTES: Record<string, Case> = {
  'GET /api/health': { for: 'everyone' },
  'GET /api/auth/state': { for: 'everyone' },
  'POST /api/auth/setup': {
    for: 'everyone',
    body: () => ({ token: 'x', email: 'x@example.org', name: 'X', password: 'long enough words' }),
  },
  'POST /api/auth/login': {
    for: 'everyone',
    body: () => ({ email: 'nobody@example.org', password: 'wrong password' }),
  },
  'POST /api/auth/logout': { for: 'everyone' },
  'GET /api/auth/me': { for: 'user' },
  'PATCH /api/auth/me': { for: 'user', body: () => ({ name: 'Same' }) },
  'POST /api/auth/password': {
    for: 'user',
    body: () => ({ current: 'wrong password', next: 'another long one' }),
  },
  'POST /api/auth/invitations/check': { for: 'everyone', body: () => ({ token: 'x' }) },
  'POST /api/auth/invitations/accept': {
    for: 'everyone',
    body: () => ({ token: 'x', password: 'long enough words' }),
  },
  'GET /api/admin/users': { for: 'admin' },
  'POST /api/admin/users': { for: 'admin', body: NEW_USER },
  'PATCH /api/admin/users/:userId': { for: 'admin', body: () => ({ name: 'Renamed' }) },
  'POST /api/admin/users/:userId/reset': { for: 'admin' },
  'GET /api/models': { for: 'user' },
  'GET /api/admin/providers': { for: 'admin' },
  'POST /api/admin/providers': { for: 'admin', body: () => ({ ...DRAFT, name: 'P', models: [] }) },
  'PATCH /api/admin/providers/:providerId': { for: 'admin', body: () => ({ name: 'Q' }) },
  'DELETE /api/admin/providers/:providerId': { for: 'admin' },
  'POST /api/admin/providers/test': { for: 'admin', body: () => DRAFT },
  'GET /api/admin/private-addresses': { for: 'admin' },
  'PUT /api/admin/private-addresses': { for: 'admin', body: () => ({ items: [] }) },
  'GET /api/tools': { for: 'user' },
  'GET /api/admin/policy': { for: 'admin' },
  'POST /api/admin/policy/placements': {
    for: 'admin',
    body: ({ tool }) => ({ tool, category: 'read' }),
  },
  'DELETE /api/admin/policy/placements/:tool': { for: 'admin' },
  'GET /api/admin/custom-tools': { for: 'admin' },
  'POST /api/admin/custom-tools': { for: 'admin', body: () => ({ id: 'matrix_tool' }) },
  'DELETE /api/admin/custom-tools': { for: 'admin', query: ({ tool }) => `?id=${tool}` },
  'GET /api/admin/custom-tools/file': {
    for: 'admin',
    query: ({ tool }) => `?id=${tool}&name=execution.py`,
  },
  'POST /api/admin/custom-tools/file': {
    for: 'admin',
    body: ({ tool }) => ({ id: tool, name: 'meta.json', content: '{}' }),
  },
  'POST /api/admin/custom-tools/reload': { for: 'admin' },
  'GET /api/admin/custom-tools/:id': { for: 'admin' },
  'POST /api/admin/custom-tools/:id/run': { for: 'admin', body: () => ({ arguments: {} }) },
  'GET /api/conversations': { for: 'user' },
  'GET /api/conversations/:conversationId': { for: 'user', owned: true },
  'PATCH /api/conversations/:conversationId': {
    for: 'user',
    owned: true,
    body: () => ({ title: 'stolen' }),
  },
  'DELETE /api/conversations/:conversationId': { for: 'user', owned: true },
  'GET /api/conversations/:conversationId/events': { for: 'user', owned: true },
};

type Bodies = { [Name in keyof LiveCommands]: (ids: Ids) => LiveCommands[Name]['body'] };

/** Every socket command, with somebody's ids in it (S-10). */
const COMMANDS = (modelId: string): Bodies => ({
  'conversation.watch': ({ conversationId }) => ({ conversationId, afterSeq: 0 }),
  'conversation.unwatch': ({ conversationId }) => ({ conversationId }),
  'run.start': ({ conversationId }) => ({
    clientRequestId: randomUUID(),
    conversationId,
    text: 'intruding',
    modelId,
  }),
  'run.continue': ({ conversationId }) => ({
    clientRequestId: randomUUID(),
    conversationId,
    modelId,
  }),
  'run.stop': ({ runId }) => ({ runId }),
  'tool.call': ({ conversationId }) => ({
    clientRequestId: randomUUID(),
    conversationId,
    tool: 'echo',
    arguments: '{}',
  }),
});

describe('who may enter (S-01)', () => {
  let server: WholeServer;
  let upstream: UpstreamProcess;
  let owner: Visitor;
  let stranger: Visitor;
  let model: string;
  let owned: Ids;

  const unknown = (): Ids => ({
    conversationId: randomUUID(),
    runId: randomUUID(),
    userId: randomUUID(),
    providerId: randomUUID(),
    tool: 'no_such_tool',
  });

  beforeAll(async () => {
    [server, upstream] = await Promise.all([WholeServer.start(), UpstreamProcess.start()]);
    const admin = await server.admin();
    model = await connectModel(admin, upstream.url);
    owner = await server.user('owner@example.org');
    stranger = await server.user('stranger@example.org');
    const run = await owner.ask('say 5 words', model);
    const me = await owner.get<{ id: string }>('/api/auth/me');
    const { items } = await admin.get<{ items: { id: string }[] }>('/api/admin/providers');
    owned = { ...run, userId: me.id, providerId: items[0]?.id ?? '', tool: 'echo' };
  });

  afterAll(async () => {
    await upstream?.stop();
    await server?.close();
  });

  const routes = () =>
    server
      .get(RouteMarks)
      .listRoutes()
      .map((route) => ({ ...route, key: `${route.method} ${route.path}` }));

  const fill = (key: string, ids: Ids): { method: string; path: string } => {
    const [method = '', path = ''] = key.split(' ');
    const known: Record<string, string> = { ...ids, id: ids.tool };
    const filled = path.replace(/:(\w+)/g, (_, name: string) => known[name] ?? 'x');
    return { method, path: filled + (ROUTES[key]?.query?.(ids) ?? '') };
  };

  const call = async (visitor: Visitor, key: string, ids: Ids) => {
    const { method, path } = fill(key, ids);
    const response = await visitor.request(method, path, ROUTES[key]?.body?.(ids));
    return { status: response.status, body: await response.text() };
  };

  /** Everything that may not change while strangers knock; sessions and counters aside. */
  const fingerprint = async (): Promise<string> => {
    const tables = ['conversations', 'messages', 'runs', 'run_event_chunks', 'users', 'providers'];
    const hashes = await Promise.all(
      [...tables, 'tool_placements', 'settings'].map((table) =>
        server.opened.database.query(
          `SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS hash
           FROM (SELECT to_jsonb(r) - 'last_seen_at' AS t FROM ${table} r) AS rows`,
        ),
      ),
    );
    return JSON.stringify(hashes);
  };

  it('knows every route there is, with the mark the route itself carries', () => {
    const marks = routes().map(({ key, entry }) => [
      key,
      entry?.public ? 'everyone' : entry && !entry.public ? entry.role : null,
    ]);
    const table = Object.entries(ROUTES).map(([key, { for: who }]) => [key, who]);
    expect(Object.fromEntries(marks as [string, string][])).toEqual(Object.fromEntries(table));
  });

  it('asks everybody who is not signed in to do so first (A-026)', async () => {
    const nobody = server.visitor();
    const before = await fingerprint();
    for (const [key, { for: who }] of Object.entries(ROUTES)) {
      if (who === 'everyone') continue;
      const { status, body } = await call(nobody, key, owned);
      expect([key, status]).toEqual([key, 401]);
      expect(JSON.parse(body)).toMatchObject({ code: 'unauthenticated' });
    }
    expect(await fingerprint()).toBe(before);
  });

  it('keeps everybody but administrators out of administration (A-085)', async () => {
    const before = await fingerprint();
    for (const [key, { for: who }] of Object.entries(ROUTES)) {
      if (who !== 'admin') continue;
      const { status, body } = await call(stranger, key, owned);
      expect([key, status]).toEqual([key, 403]);
      expect(body).not.toContain('owner@example.org');
    }
    expect(await fingerprint()).toBe(before);
  });

  it('answers for somebody else’s row exactly as for none, and changes nothing', async () => {
    const heardBefore = owner.heard.length;
    const before = await fingerprint();
    for (const [key, { owned: isOwned }] of Object.entries(ROUTES)) {
      if (!isOwned) continue;
      const theirs = await call(stranger, key, owned);
      expect([key, theirs]).toEqual([key, await call(stranger, key, unknown())]);
      expect(theirs.status).toBe(404);
    }
    expect(await fingerprint()).toBe(before);
    expect(owner.heard.length).toBe(heardBefore);
  });

  it('knows every socket command there is (S-10)', () => {
    const names = server.get(LiveCommandTable).names;
    expect([...names].sort()).toEqual(Object.keys(COMMANDS(model)).sort());
  });

  it('answers every socket command for somebody else’s row as for none (S-03, S-10)', async () => {
    const heardBefore = owner.heard.length;
    const before = await fingerprint();
    const commands = COMMANDS(model);
    for (const name of Object.keys(commands) as (keyof LiveCommands)[]) {
      const send = (ids: Ids) =>
        stranger.send(name, commands[name](ids) as never).then(
          (data) => ({ data }),
          (refused: { body: unknown }) => ({ refused: refused.body }),
        );
      expect([name, await send(owned)]).toEqual([name, await send(unknown())]);
    }
    expect(await fingerprint()).toBe(before);
    expect(owner.heard.length).toBe(heardBefore);
    expect(stranger.heard).toEqual([]);
  });

  it('refuses malformed ids everywhere without an inner error (S-06, S-39)', async () => {
    const admin = await server.admin();
    const odd = ['..', '%00', "'", '0', 'null', 'undefined', 'a'.repeat(500)];
    for (const key of Object.keys(ROUTES).filter((route) => /\/:/.test(route))) {
      for (const value of odd) {
        const ids = {
          conversationId: value,
          runId: value,
          userId: value,
          providerId: value,
          tool: value,
        };
        const { method, path } = fill(key, ids);
        const response = await admin.request(method, encodeURI(path), ROUTES[key]?.body?.(owned));
        expect([key, value, response.status < 500]).toEqual([key, value, true]);
      }
    }
  });

  it('survives bodies of every wrong shape (S-39)', async () => {
    const admin = await server.admin();
    const deep = JSON.parse('['.repeat(500) + ']'.repeat(500)) as unknown;
    const bodies: unknown[] = [
      null,
      [],
      1,
      'x',
      {},
      deep,
      { text: { a: [1] } },
      { id: '\u0000', name: '\u0000' },
    ];
    const failed: string[] = [];
    for (const [key, { body }] of Object.entries(ROUTES)) {
      if (!body) continue;
      for (const wrong of bodies) {
        const { method, path } = fill(key, owned);
        const { status } = await admin.request(method, path, wrong);
        if (status >= 500) failed.push(`${status} ${key} ${JSON.stringify(wrong)}`.slice(0, 100));
      }
    }
    expect(failed).toEqual([]);
  });
});
