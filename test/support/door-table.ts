import { randomUUID } from 'node:crypto';
import type { LiveCommands } from '@/contract/live';
import { RouteMarks } from '@/people/auth/route-marks.service';
import { FIRST_DOCUMENT } from '@/people/policy/policy-document';
import type { Visitor } from './visitor';
import type { WholeServer } from './whole-server';

/** What stands in a path or body where an id belongs. */
export interface Ids {
  conversationId: string;
  runId: string;
  userId: string;
  sessionId: string;
  keyId: string;
  groupId: string;
  providerId: string;
  fileId: string;
  approvalId: string;
  tool: string;
}

interface Door {
  /** Who may enter: compared with the route's own mark. */
  for: 'everyone' | 'user' | 'admin';
  /** True when the answer depends on whose row it is. */
  owned?: boolean;
  query?: (ids: Ids) => string;
  body?: (ids: Ids) => unknown;
}

const newUser = () => ({ email: `${randomUUID()}@example.org`, name: 'New', role: 'user' });
const YES = { answer: 'allow' as const, fingerprint: 'f' };
const DRAFT = { kind: 'openai', baseUrl: 'http://127.0.0.1:9', key: 'k' };

/** Every route of the house. One that is missing here fails the matrix, and so does one that is gone. */
export const ROUTES: Record<string, Door> = {
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
  'POST /api/auth/login/code': {
    for: 'everyone',
    body: () => ({ ticket: 'x', code: '123456' }),
  },
  'GET /api/auth/totp': { for: 'user' },
  'POST /api/auth/totp/begin': { for: 'user', body: () => ({ password: 'wrong password' }) },
  'POST /api/auth/totp/confirm': { for: 'user', body: () => ({ code: '123456' }) },
  'POST /api/auth/totp/remove': {
    for: 'user',
    body: () => ({ password: 'wrong password', code: '123456' }),
  },
  'POST /api/auth/totp/recovery-codes': {
    for: 'user',
    body: () => ({ password: 'wrong password', code: '123456' }),
  },
  'DELETE /api/admin/users/:userId/second-factor': { for: 'admin' },
  'POST /api/auth/logout': { for: 'everyone' },
  'GET /api/auth/me': { for: 'user' },
  'PATCH /api/auth/me': { for: 'user', body: () => ({ name: 'Same' }) },
  'POST /api/auth/password': {
    for: 'user',
    body: () => ({ current: 'wrong password', next: 'another long one' }),
  },
  'GET /api/auth/sessions': { for: 'user' },
  'DELETE /api/auth/sessions/:sessionId': { for: 'user', owned: true },
  'POST /api/auth/sessions/end-others': { for: 'user' },
  'POST /api/auth/sessions/end-all': { for: 'user' },
  'GET /api/auth/api-keys': { for: 'user' },
  'POST /api/auth/api-keys': {
    for: 'user',
    body: () => ({ name: 'K', scopes: ['chat'], expiresInDays: 1 }),
  },
  'DELETE /api/auth/api-keys/:keyId': { for: 'user', owned: true },
  'POST /api/auth/invitations/check': { for: 'everyone', body: () => ({ token: 'x' }) },
  'POST /api/auth/invitations/accept': {
    for: 'everyone',
    body: () => ({ token: 'x', password: 'long enough words' }),
  },
  'GET /api/admin/users': { for: 'admin' },
  'POST /api/admin/users': { for: 'admin', body: newUser },
  'PATCH /api/admin/users/:userId': { for: 'admin', body: () => ({ name: 'Renamed' }) },
  'POST /api/admin/users/:userId/reset': { for: 'admin' },
  'GET /api/admin/groups': { for: 'admin' },
  'POST /api/admin/groups': { for: 'admin', body: () => ({ name: randomUUID() }) },
  'GET /api/admin/groups/:groupId': { for: 'admin' },
  'PATCH /api/admin/groups/:groupId': { for: 'admin', body: () => ({ description: 'Same' }) },
  'PUT /api/admin/groups/:groupId/members': { for: 'admin', body: () => ({ userIds: [] }) },
  'DELETE /api/admin/groups/:groupId': { for: 'admin' },
  'GET /api/admin/ledger': { for: 'admin' },
  'GET /api/admin/ledger/export': { for: 'admin', query: () => '?format=csv' },
  'POST /api/admin/ledger/check': { for: 'admin' },
  'GET /api/admin/ledger/retention': { for: 'admin' },
  'PUT /api/admin/ledger/retention': { for: 'admin', body: () => ({ days: null }) },
  'GET /api/admin/ledger/:seq': { for: 'admin' },
  'GET /api/usage/limits': { for: 'user' },
  'GET /api/admin/limits': { for: 'admin' },
  'PUT /api/admin/limits': { for: 'admin', body: () => ({ items: [] }) },
  'GET /api/admin/prices': { for: 'admin' },
  'PUT /api/admin/prices': { for: 'admin', body: () => ({ currency: 'CNY', models: [] }) },
  'GET /api/models': { for: 'user' },
  'GET /api/admin/providers': { for: 'admin' },
  'POST /api/admin/providers': { for: 'admin', body: () => ({ ...DRAFT, name: 'P', models: [] }) },
  'PATCH /api/admin/providers/:providerId': { for: 'admin', body: () => ({ name: 'Q' }) },
  'DELETE /api/admin/providers/:providerId': { for: 'admin' },
  'POST /api/admin/providers/test': { for: 'admin', body: () => DRAFT },
  'GET /api/admin/private-addresses': { for: 'admin' },
  'PUT /api/admin/private-addresses': { for: 'admin', body: () => ({ items: [] }) },
  'GET /api/tools': { for: 'user' },
  'GET /api/result-files/:fileId': { for: 'user', owned: true },
  'GET /api/approvals': { for: 'user' },
  'POST /api/approvals/:approvalId/answer': { for: 'user', owned: true, body: () => YES },
  'GET /api/admin/policy': { for: 'admin' },
  'POST /api/admin/policy/placements': {
    for: 'admin',
    body: ({ tool }) => ({ tool, category: 'read' }),
  },
  'DELETE /api/admin/policy/placements/:tool': { for: 'admin' },
  'PUT /api/admin/policy': {
    for: 'admin',
    body: () => ({ document: FIRST_DOCUMENT, baseVersion: 0, note: '' }),
  },
  'POST /api/admin/policy/impact': { for: 'admin', body: () => ({ document: FIRST_DOCUMENT }) },
  'POST /api/admin/policy/explain': {
    for: 'admin',
    body: ({ userId, tool }) => ({ userId, tool }),
  },
  'POST /api/admin/policy/reach': { for: 'admin', body: ({ tool }) => ({ tool }) },
  'GET /api/admin/policy/versions': { for: 'admin' },
  'GET /api/admin/policy/versions/:version': { for: 'admin' },
  'POST /api/admin/policy/versions/:version/restore': {
    for: 'admin',
    body: () => ({ baseVersion: 0 }),
  },
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
  'PUT /api/admin/workshop/tools/:id/secrets/:name': {
    for: 'admin',
    body: () => ({ value: 'a value of the matrix' }),
  },
  'DELETE /api/admin/workshop/tools/:id/secrets/:name': { for: 'admin' },
  'GET /api/admin/workshop/tools': { for: 'admin' },
  'GET /api/admin/workshop/tools/:id': { for: 'admin' },
  'PATCH /api/admin/workshop/tools/:id/state': { for: 'admin', body: () => ({ isPaused: false }) },
  'GET /api/admin/workshop/tools/:id/versions': { for: 'admin' },
  'GET /api/admin/workshop/tools/:id/versions/:number': { for: 'admin' },
  'POST /api/admin/workshop/tools/:id/versions': {
    for: 'admin',
    body: () => ({ base: 0, files: { 'execution.py': 'print(1)' } }),
  },
  'POST /api/admin/workshop/tools/:id/tests/run': {
    for: 'admin',
    body: () => ({ version: null }),
  },
  'POST /api/admin/workshop/tools/:id/publish': { for: 'admin', body: () => ({ number: 1 }) },
  'GET /api/admin/workshop/tools/:id/calls': { for: 'admin' },
  'GET /api/admin/workshop/tools/:id/health': { for: 'admin' },
  'POST /api/admin/workshop/tools/:id/try': {
    for: 'admin',
    body: () => ({ version: null, arguments: {} }),
  },
  'GET /api/admin/workshop/export': { for: 'admin', query: ({ tool }) => `?id=${tool}` },
  'POST /api/admin/workshop/import': { for: 'admin' },
  'POST /api/admin/workshop/check': {
    for: 'admin',
    body: () => ({ id: 'x', files: { 'execution.py': 'print(1)' } }),
  },
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

export const DOORS = Object.entries(ROUTES).map(([key, door]) => ({ key, ...door }));
export const PROTECTED_DOORS = DOORS.filter((door) => door.for !== 'everyone');

type Bodies = { [Name in keyof LiveCommands]: (ids: Ids) => LiveCommands[Name]['body'] };

/** Every socket command, with somebody's ids in it (S-10). */
export const commandsWith = (modelId: string): Bodies => ({
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
  'approval.answer': ({ approvalId }) => ({ approvalId, ...YES }),
});

export const unknownIds = (): Ids => ({
  conversationId: randomUUID(),
  runId: randomUUID(),
  userId: randomUUID(),
  sessionId: randomUUID(),
  keyId: randomUUID(),
  groupId: randomUUID(),
  providerId: randomUUID(),
  fileId: randomUUID(),
  approvalId: randomUUID(),
  tool: 'no_such_tool',
});

/** Method and path of a door with ids in their places. */
export function addressed(key: string, ids: Ids): { method: string; path: string } {
  const [method = '', pattern = ''] = key.split(' ');
  const known: Record<string, string> = { ...ids, id: ids.tool };
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => known[name] ?? 'x');
  return { method, path: path + (ROUTES[key]?.query?.(ids) ?? '') };
}

export async function knock(
  visitor: Visitor,
  key: string,
  ids: Ids,
): Promise<{ status: number; body: string }> {
  const { method, path } = addressed(key, ids);
  const response = await visitor.request(method, path, ROUTES[key]?.body?.(ids));
  return { status: response.status, body: await response.text() };
}

/** Method, path and mark of each route of the running server. */
export const routesOf = (server: WholeServer): { key: string; for: string | null }[] =>
  server
    .get(RouteMarks)
    .listRoutes()
    .map(({ method, path, entry }) => ({
      key: `${method} ${path}`,
      for: entry === undefined ? null : entry.public ? 'everyone' : entry.role,
    }));

/** Written in the background about whoever knocks, on purpose. */
const NOTES = new Set([
  ...['migrations', 'sessions', 'session_tokens', 'audit_entries', 'usage_entries'],
  ...['ledger_entries', 'ledger_heads'],
]);

/** Hash and length of every table that strangers may not change; when somebody was last seen aside. */
export async function fingerprint(server: WholeServer): Promise<Record<string, string>> {
  const { database } = server.opened;
  const tables = await database.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  const rows: Record<string, string> = {};
  for (const { name } of tables) {
    if (NOTES.has(name)) continue;
    const [row] = await database.query<{ hash: string }>(
      `SELECT count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS hash
       FROM (SELECT to_jsonb(r) - 'last_seen_at' AS t FROM ${name} r) AS rows`,
    );
    rows[name] = row?.hash ?? '';
  }
  return rows;
}
