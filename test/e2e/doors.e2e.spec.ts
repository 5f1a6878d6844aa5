import { randomUUID } from 'node:crypto';
import {
  addressed,
  DOORS,
  fingerprint,
  type Ids,
  PROTECTED_DOORS,
  ROUTES,
  unknownIds,
} from '../support/door-table';
import { rawRequest } from '../support/raw-request';
import type { Visitor } from '../support/visitor';
import { WholeServer } from '../support/whole-server';

const COOKIE = 'toolyard_session';

describe('every door of the server', () => {
  let server: WholeServer;
  let admin: Visitor;
  let user: Visitor;
  let ids: Ids;

  beforeAll(async () => {
    server = await WholeServer.start({ CONTAINER_STOCK: '0', CUSTOM_TOOL_DIR: '' });
    admin = await server.admin();
    user = await server.user();
    const me = await user.get<{ id: string }>('/api/auth/me');
    const { id: providerId } = await admin.post<{ id: string }>('/api/admin/providers', {
      ...{ kind: 'openai', baseUrl: 'https://models.example.org', key: 'k' },
      ...{ name: 'P', models: ['m'] },
    });
    const { id: groupId } = await admin.post<{ id: string }>('/api/admin/groups', { name: 'G' });
    ids = {
      ...unknownIds(),
      ...{ userId: me.id, providerId, groupId, tool: 'echo' },
    };
  });

  afterAll(() => server?.close());

  async function unchanged(attempt: () => Promise<void>): Promise<void> {
    const before = await fingerprint(server);
    await attempt();
    expect(await fingerprint(server)).toEqual(before);
  }

  const send = async (key: string, headers: Record<string, string>, body?: string) => {
    const { method, path } = addressed(key, ids);
    const given = ROUTES[key]?.body?.(ids);
    const text = body ?? (given === undefined ? undefined : JSON.stringify(given));
    const type = text === undefined ? {} : { 'content-type': 'application/json' };
    return fetch(server.url + path, { method, body: text, headers: { ...type, ...headers } });
  };

  const tokenOf = (visitor: Visitor): string => visitor.cookie.split('=')[1] ?? '';

  it('takes a missing, blank, doubled or misplaced identity for none (S-05)', () =>
    unchanged(async () => {
      const token = tokenOf(admin);
      const cookies = [
        `${COOKIE}=`,
        `${COOKIE}=null`,
        `${COOKIE}=${token}; ${COOKIE}=${token}`,
        `__Host-${COOKIE}=${token}`,
        `${COOKIE.toUpperCase()}=${token}`,
      ];
      for (const { key } of PROTECTED_DOORS) {
        for (const cookie of cookies) {
          const { status } = await send(key, { cookie });
          expect([key, cookie, status]).toEqual([key, cookie, 401]);
        }
      }
    }));

  it('knows one carrier of an identity, its cookie: a token anywhere else opens nothing (S-07)', () =>
    unchanged(async () => {
      const token = tokenOf(admin);
      const carriers: Record<string, string>[] = [
        { authorization: `Bearer ${token}` },
        { authorization: `Basic ${Buffer.from(`admin:${token}`).toString('base64')}` },
        { 'x-api-key': token, 'x-auth-token': token, 'x-session-token': token },
        { 'mcp-session-id': token, 'x-toolyard-session': token, [COOKIE]: token },
      ];
      for (const { key } of PROTECTED_DOORS) {
        for (const carrier of carriers) {
          const { status } = await send(key, carrier);
          expect([key, carrier, status]).toEqual([key, carrier, 401]);
        }
        const { method, path } = addressed(key, ids);
        const join = path.includes('?') ? '&' : '?';
        const query = `${join}token=${token}&${COOKIE}=${token}&api_key=${token}&access_token=${token}`;
        const response = await fetch(server.url + path + query, { method });
        expect([key, 'query', response.status]).toEqual([key, 'query', 401]);
      }
      const nobody = server.visitor();
      await expect(nobody.connect({ authorization: `Bearer ${token}` })).rejects.toThrow();
    }));

  it('takes no role, person or path from headers (S-14)', () =>
    unchanged(async () => {
      const { id } = await admin.get<{ id: string }>('/api/auth/me');
      const claims = {
        ...{ 'x-user-id': id, 'x-user-role': 'admin', 'x-user-email': 'admin@example.org' },
        ...{ 'x-scopes': 'admin', 'x-roles': 'admin', 'x-forwarded-user': 'admin' },
        ...{ 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', 'x-tenant-id': id },
        ...{ 'x-original-url': '/api/health', 'x-rewrite-url': '/api/health' },
        ...{ 'x-http-method-override': 'GET', 'x-forwarded-host': 'evil.test' },
      };
      for (const { key, for: who } of PROTECTED_DOORS) {
        expect([key, (await send(key, claims)).status]).toEqual([key, 401]);
        if (who !== 'admin') continue;
        const signedIn = await send(key, { ...claims, cookie: user.cookie });
        expect([key, signedIn.status]).toEqual([key, 403]);
      }
    }));

  it('opens by no other spelling of its path and by no other method (S-08)', () =>
    unchanged(async () => {
      const attempts = new Set<string>();
      for (const { key, for: who } of PROTECTED_DOORS) {
        const { method, path } = addressed(key, ids);
        for (const spelling of spellings(path)) {
          for (const verb of [method, 'GET', 'HEAD', 'OPTIONS', 'TRACE']) {
            attempts.add(`${verb} ${spelling}`);
            if (who === 'admin') attempts.add(`${verb} ${spelling}\nCookie: ${user.cookie}`);
          }
        }
      }
      const opened: string[] = [];
      for (const attempt of attempts) {
        const { status } = await rawRequest(server.url, attempt.split('\n'));
        if (status < 400) opened.push(`${status} ${attempt}`);
      }
      expect(opened).toEqual([]);
    }));

  it('changes nothing for a page of another site, even with an administrator’s cookie (S-12)', () =>
    unchanged(async () => {
      const foreign: Record<string, string>[] = [
        { origin: 'https://evil.test' },
        { origin: 'null' },
        { origin: `${server.url}.evil.test` },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site', origin: server.url },
      ];
      for (const { key } of DOORS.filter((door) => !door.key.startsWith('GET '))) {
        for (const headers of foreign) {
          const response = await send(key, { ...headers, cookie: admin.cookie });
          expect([key, headers, response.status]).toEqual([key, headers, 403]);
          expect(await response.json()).toMatchObject({ code: 'foreign_origin' });
        }
      }
    }));

  it('takes no form and no plain text for a change, as pages of other sites can send them (S-12)', () =>
    unchanged(async () => {
      const types = [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'text/plain; x=application/json',
      ];
      for (const { key } of DOORS.filter((door) => !door.key.startsWith('GET '))) {
        for (const type of types) {
          const body = JSON.stringify(ROUTES[key]?.body?.(ids) ?? {});
          const response = await send(key, { 'content-type': type, cookie: admin.cookie }, body);
          expect([key, type, response.status]).toEqual([key, type, 400]);
          expect(await response.json()).toMatchObject({ code: 'unsupported_body' });
        }
      }
    }));

  it('lets no page of another site read an answer, and no cache keep one (S-12)', async () => {
    for (const { key } of DOORS.filter((door) => door.key.startsWith('GET '))) {
      const response = await send(key, { origin: 'https://evil.test', cookie: admin.cookie });
      const names = [...response.headers.keys()];
      expect([key, names.filter((name) => name.startsWith('access-control'))]).toEqual([key, []]);
      expect([key, response.headers.get('cache-control')]).toEqual([key, 'no-store']);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
      expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
      await response.body?.cancel();
    }
  });

  it('keeps tokens of one kind useless for every other kind (S-16)', async () => {
    const { link } = await admin.post<{ link: string }>('/api/admin/users', {
      ...{ email: `${randomUUID()}@example.org`, name: 'Invited', role: 'admin' },
    });
    const invitation = link.split('#')[1] ?? '';
    const asSession = await send('GET /api/auth/me', { cookie: `${COOKIE}=${invitation}` });
    expect(asSession.status).toBe(401);
    const asInvitation = await admin.request('POST', '/api/auth/invitations/accept', {
      token: tokenOf(admin),
      password: 'a wholly new password',
    });
    expect(asInvitation.status).toBe(400);
    const asSetup = await admin.request('POST', '/api/auth/setup', {
      ...{ token: invitation, email: 'x@example.org', name: 'X', password: 'long enough words' },
    });
    expect(asSetup.status).toBeGreaterThanOrEqual(400);
  });
});

function spellings(path: string): string[] {
  const [plain = '', query = ''] = path.split('?');
  const tail = query && `?${query}`;
  return [
    plain,
    `/${plain}`,
    `//${plain}`,
    `${plain}/`,
    `${plain}//`,
    plain.toUpperCase(),
    `${plain}%2f`,
    `${plain}%2F..%2F`,
    `/.${plain}`,
    `/x/..${plain}`,
    `/api/health/../..${plain}`,
    `/api/health/..;${plain}`,
    `${plain};a=b`,
    `${plain}%00`,
    `${plain}%`,
    `${plain}.json`,
    plain.replace('/api', '/%61pi'),
    plain.replace('/api/', '/api//'),
    plain.replace('/api/', '/api/./'),
    plain.replaceAll('/', '\\'),
  ].map((spelling) => spelling + tail);
}
