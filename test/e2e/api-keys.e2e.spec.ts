import { randomUUID } from 'node:crypto';
import type { Socket } from 'socket.io-client';
import type { ApiKeyMade, ApiKeyRow, ApiKeyScope } from '@/contract/people';
import { RouteMarks } from '@/people/auth/route-marks.service';
import { addressed, PROTECTED_DOORS, ROUTES, unknownIds } from '../support/door-table';
import { rawRequest } from '../support/raw-request';
import type { Visitor } from '../support/visitor';
import { WholeServer } from '../support/whole-server';

type Headers = Record<string, string>;
type StartedRun = { conversationId: string; runId: string };

const SCOPES: ApiKeyScope[] = ['chat', 'custom-tools', 'admin'];
const bearer = (key: string): Headers => ({ authorization: `Bearer ${key}` });
const named = (key: string): Headers => ({ 'x-api-key': key });

describe('personal API keys', () => {
  let server: WholeServer;
  let admin: Visitor;
  let user: Visitor;

  beforeAll(async () => {
    server = await WholeServer.start({ CUSTOM_TOOL_DIR: '' });
    admin = await server.admin();
    user = await server.user();
  });
  afterAll(() => server?.close());

  const make = (who: Visitor, scopes: ApiKeyScope[]): Promise<ApiKeyMade> =>
    who.post('/api/auth/api-keys', { name: 'Script', scopes, expiresInDays: 7 });
  const remove = (who: Visitor, { row }: ApiKeyMade) => who.remove(`/api/auth/api-keys/${row.id}`);

  async function knock(key: string, headers: Headers): Promise<[number, string | undefined]> {
    const { method, path } = addressed(key, unknownIds());
    const body = ROUTES[key]?.body?.(unknownIds());
    const response = await fetch(server.url + path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    const code = /"code":"(\w+)"/.exec(text)?.[1];
    return [response.status, code];
  }

  const scopeOf = () => {
    const routes = server.get(RouteMarks).listRoutes();
    return new Map(routes.map(({ method, path, keyScope }) => [`${method} ${path}`, keyScope]));
  };

  it('marks no door of accounts, sessions, keys or approvals for keys', () => {
    const closed = /\/api\/(auth|approvals|admin\/users|admin\/private-addresses)\b/;
    const open = [...scopeOf()].filter(([, scope]) => scope).map(([route]) => route);
    expect(open.length).toBeGreaterThan(20);
    expect(open.filter((route) => closed.test(route))).toEqual([]);
  });

  it.each(SCOPES)(
    'opens exactly the doors of scope %s, by either carrier (S-07)',
    async (scope) => {
      const made = await make(admin, [scope]);
      const scopes = scopeOf();
      for (const { key: door } of PROTECTED_DOORS) {
        const isOpen = scopes.get(door) === scope;
        // What changes something is not tried where it is allowed: it would.
        if (isOpen && !door.startsWith('GET ')) continue;
        const answers = [await knock(door, bearer(made.key)), await knock(door, named(made.key))];
        expect([door, answers[0]]).toEqual([door, answers[1]]);
        if (isOpen) expect([door, answers[0]?.[1]]).not.toEqual([door, 'not_by_key']);
        else expect([door, ...(answers[0] ?? [])]).toEqual([door, 403, 'not_by_key']);
      }
      await remove(admin, made);
    },
  );

  it('knows no other carrier: a key in the query, a cookie or the password of Basic is nobody (S-07)', async () => {
    const { key } = await make(user, ['chat']);
    const door = '/api/conversations';
    expect((await fetch(server.url + door, { headers: bearer(key) })).status).toBe(200);
    const basic = Buffer.from(`user:${key}`).toString('base64');
    const others: [string, Headers][] = [
      [`${door}?api_key=${key}`, {}],
      [`${door}?access_token=${key}`, {}],
      [door, { cookie: `toolyard_session=${key}` }],
      [door, { authorization: `Basic ${basic}` }],
      [door, { authorization: key }],
      [door, { 'x-auth-token': key }],
    ];
    for (const [path, headers] of others) {
      expect((await fetch(server.url + path, { headers })).status).toBe(401);
    }
  });

  it('answers 401 to a blank, doubled or mixed identity, and falls back to none (S-05)', async () => {
    const { key } = await make(user, ['chat']);
    const other = (await make(admin, ['chat'])).key;
    const attempts = [
      ['Authorization: Bearer'],
      ['Authorization: Bearer '],
      ['X-Api-Key: '],
      [`X-Api-Key: ${key}`, `X-Api-Key: ${other}`],
      [`X-Api-Key: ${key}`, `X-Api-Key: ${key}`],
      [`Authorization: Bearer ${key}`, `Authorization: Bearer ${other}`],
      [`Authorization: Bearer ${key}`, `X-Api-Key: ${other}`],
      [`Authorization: Bearer ${key}`, `Cookie: ${user.cookie}`],
      ['Authorization: Bearer ', `Cookie: ${user.cookie}`],
      [`Authorization: Bearer ${key}x`],
      [`Authorization: Bearer ${key.slice(4)}`],
      ['Authorization: Bearer null', 'X-Api-Key: undefined'],
    ];
    for (const lines of attempts) {
      const { status } = await rawRequest(server.url, ['GET /api/conversations', ...lines], '');
      expect([lines, status]).toEqual([lines, 401]);
    }
    const alone = ['GET /api/conversations', `X-Api-Key: ${key}`];
    expect((await rawRequest(server.url, alone, '')).status).toBe(200);
  });

  it('is useless as a token of another kind, and stands nowhere in the database (S-16)', async () => {
    const { key, row } = await make(user, ['chat']);
    const session = user.cookie.split('=')[1] ?? '';
    expect((await knock('GET /api/conversations', bearer(session)))[0]).toBe(401);
    const check = await server.visitor().request('POST', '/api/auth/invitations/check', {
      token: key.slice(4),
    });
    expect(check.status).toBe(400);
    const rows = await server.opened.database.query('SELECT * FROM api_keys');
    const dump = JSON.stringify(rows);
    expect(dump).toContain(row.id);
    expect(dump).not.toContain(key.slice(8));
    const { items } = await user.get<{ items: ApiKeyRow[] }>('/api/auth/api-keys');
    expect(JSON.stringify(items)).not.toContain(key.slice(8));
    const hash = (rows as { hash: string }[])[0]?.hash ?? '';
    expect((await knock('GET /api/conversations', bearer(`tyk_${hash}`)))[0]).toBe(401);
  });

  it('gives only what its person may have at this moment (S-09)', async () => {
    await expect(make(user, ['admin'])).rejects.toMatchObject({ status: 403 });
    await expect(make(user, ['chat', 'custom-tools'])).rejects.toMatchObject({ status: 403 });
    const second = await server.user(`${randomUUID()}@example.org`);
    const { id } = await second.get<{ id: string }>('/api/auth/me');
    await admin.patch(`/api/admin/users/${id}`, { role: 'admin' });
    const { key } = await make(second, ['admin', 'chat']);
    expect(await knock('GET /api/admin/policy', bearer(key))).toEqual([200, undefined]);
    await admin.patch(`/api/admin/users/${id}`, { role: 'user' });
    expect(await knock('GET /api/admin/policy', bearer(key))).toEqual([403, 'not_allowed']);
    await admin.patch(`/api/admin/users/${id}`, { disabled: true });
    expect((await knock('GET /api/conversations', bearer(key)))[0]).toBe(401);
  });

  const connect = (headers: Headers): Promise<Socket> => server.visitor().connect(headers);

  it('opens the live socket with scope chat only, and never answers an approval', async () => {
    const chat = await make(user, ['chat']);
    const other = await make(admin, ['admin']);
    await expect(connect(bearer(other.key))).rejects.toThrow();
    await expect(connect({ ...bearer(chat.key), cookie: user.cookie })).rejects.toThrow();
    const socket = await connect(named(chat.key));
    const conversationId = randomUUID();
    const left: unknown = await socket.emitWithAck('conversation.unwatch', { conversationId });
    expect(left).toMatchObject({ ok: true });
    const answer = { approvalId: randomUUID(), answer: 'allow', fingerprint: 'f' };
    expect(await socket.emitWithAck('approval.answer', answer)).toMatchObject({
      ok: false,
      error: { code: 'not_by_key' },
    });
    socket.disconnect();
  });

  it('is a program’s: a dangerous call made with it waits for its person', async () => {
    await admin.post('/api/admin/custom-tools', {
      id: 'key_tool',
      description: 'Changes things.',
      parameters: { type: 'object', properties: {} },
      execution_code: 'print("done")\n',
    });
    const { key } = await make(admin, ['chat']);
    const socket = await connect(named(key));
    const body = { clientRequestId: randomUUID(), tool: 'key_tool', arguments: '{}' };
    const { data } = (await socket.emitWithAck('tool.call', body)) as { data: StartedRun };
    await admin.send('conversation.watch', { ...data, afterSeq: 0 });
    const events = await admin.eventsUntil(data.runId, ({ type }) => type === 'approval_request');
    const [asked] = events.flatMap((e) => (e.type === 'approval_request' ? [e.approval] : []));
    await admin.send('approval.answer', {
      approvalId: asked?.id ?? '',
      fingerprint: asked?.fingerprint ?? '',
      answer: 'deny',
    });
    const ended = await admin.eventsUntil(data.runId, ({ type }) => type === 'run_end');
    expect(ended.find(({ type }) => type === 'tool_call_end')).toMatchObject({
      outcome: { status: 'denied' },
    });
    socket.disconnect();
    await admin.remove('/api/admin/custom-tools?id=key_tool');
  });

  it('ends with its sockets when it is deleted, within seconds, and for nobody else (S-09)', async () => {
    const [made, kept] = [await make(user, ['chat']), await make(user, ['chat'])];
    await expect(remove(admin, made)).rejects.toMatchObject({ status: 404 });
    const [socket, bystander] = [await connect(bearer(made.key)), await connect(bearer(kept.key))];
    const ended = new Promise<number>((resolve) => {
      const since = Date.now();
      socket.once('disconnect', () => resolve(Date.now() - since));
    });
    await remove(user, made);
    expect(await ended).toBeLessThan(5_000);
    expect(bystander.connected).toBe(true);
    expect((await knock('GET /api/conversations', bearer(made.key)))[0]).toBe(401);
    await expect(connect(bearer(made.key))).rejects.toThrow();
    bystander.disconnect();
  });
});
