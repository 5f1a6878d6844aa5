import { connect as connectTcp, type AddressInfo } from 'node:net';
import { Body, Controller, Get, Post } from '@nestjs/common';
import { z } from 'zod';
import { Allow, Enveloped, Public } from '@/foundation/http/marks';
import { RouteMarks } from '@/people/auth/route-marks.service';
import { PeopleApp } from '../../support/people-app';

let wasReached = 0;

const schema = z.object({ n: z.number(), deep: z.object({ name: z.string() }) });

@Controller('api/probe')
class ProbeController {
  @Get('secret')
  @Allow('admin')
  secret() {
    wasReached += 1;
    return { secret: 42 };
  }

  @Post('change')
  @Allow('user')
  change(@Body({ schema }) body: object) {
    wasReached += 1;
    return body;
  }

  @Post('open')
  @Public()
  open(@Body() body: unknown) {
    wasReached += 1;
    return { body: body ?? null };
  }

  @Get('broken')
  @Public()
  broken() {
    throw new TypeError('the password is hunter2');
  }

  @Post('enveloped')
  @Public()
  @Enveloped()
  enveloped(@Body({ schema }) body: object) {
    return body;
  }
}

@Controller('api/forgotten')
class ForgottenController {
  @Get('door')
  door() {
    return {};
  }
}

let app: PeopleApp;
beforeAll(async () => {
  app = await PeopleApp.start({}, [ProbeController]);
});
afterAll(() => app.close());
beforeEach(() => (wasReached = 0));

const BODY = { n: 1, deep: { name: 'x' } };

describe('who may enter', () => {
  it('asks for a login, and then for the right role', async () => {
    const admin = await app.guest('admin');
    const user = await app.guest('user');
    const secret = () => app.http('get', '/api/probe/secret');
    expect((await secret()).status).toBe(401);
    const refused = await secret().set('Cookie', user.cookie);
    expect([refused.status, refused.body.code]).toEqual([403, 'not_allowed']);
    expect(wasReached).toBe(0);
    const allowed = await secret().set('Cookie', admin.cookie);
    expect([allowed.status, allowed.body]).toEqual([200, { secret: 42 }]);
    expect(allowed.headers['cache-control']).toBe('no-store');
  });

  it('refuses a missing, blank, made-up or doubled identity (S-05)', async () => {
    const { cookie } = await app.guest('admin');
    const token = cookie.split('=')[1];
    const cookies = [
      '',
      'toolyard_session=',
      'toolyard_session=undefined',
      `toolyard_session=${'A'.repeat(43)}`,
      `${cookie}; ${cookie}`,
      `__Host-toolyard_session=${token}`,
      `other=${token}`,
    ];
    for (const wrong of cookies) {
      expect((await app.http('get', '/api/probe/secret').set('Cookie', wrong)).status).toBe(401);
    }
    expect(wasReached).toBe(0);
  });

  it('takes no role, user or scope from headers (S-14)', async () => {
    const { cookie, user } = await app.guest('user');
    const claims = {
      'X-User-Id': user.id,
      'X-User-Role': 'admin',
      'X-Scopes': 'admin',
      'X-Forwarded-User': 'root',
      'X-Original-URL': '/api/auth/state',
    };
    const Authorization = `Bearer ${cookie.split('=')[1]}`;
    const ask = (headers: Record<string, string>) =>
      app.http('get', '/api/probe/secret').set({ ...claims, ...headers });
    expect((await ask({ Authorization })).status).toBe(401);
    expect((await ask({ Cookie: cookie })).status).toBe(403);
    // Two identities are none.
    expect((await ask({ Cookie: cookie, Authorization })).status).toBe(401);
    expect(wasReached).toBe(0);
  });

  it('stops the start-up over a route nobody marked, and names it', async () => {
    await expect(PeopleApp.start({}, [ForgottenController])).rejects.toThrow(
      'No mark says who may enter GET /api/forgotten/door (ForgottenController.door).',
    );
  });

  it('lists every route with its mark', () => {
    const routes = app.get(RouteMarks).listRoutes();
    expect(routes).toContainEqual({
      handler: 'UsersController.update',
      method: 'PATCH',
      path: '/api/admin/users/:userId',
      entry: { public: false, role: 'admin' },
    });
    const open = routes.filter(({ entry }) => entry?.public).map(({ path }) => path);
    expect(open.filter((path) => !path.startsWith('/api/probe')).sort()).toEqual([
      '/api/auth/invitations/accept',
      '/api/auth/invitations/check',
      '/api/auth/login',
      '/api/auth/login/code',
      '/api/auth/logout',
      '/api/auth/setup',
      '/api/auth/state',
    ]);
  });
});

describe('path tricks (S-08)', () => {
  const tricks = (path: string): string[] => [
    `/${path}`,
    `${path}/`,
    path.toUpperCase(),
    `${path}%2f`,
    `${path}%2F..%2f`,
    `/.${path}`,
    `${path};a=b`,
    `${path}?x=/api/auth/state`,
    `/api/auth/state/../../probe/secret`,
    `/api//probe/secret`,
    `${path}%00`,
    `${path}%`,
    `/%61pi/probe/secret`,
  ];

  it('opens a protected route by no other spelling of its path', async () => {
    for (const path of tricks('/api/probe/secret')) {
      for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) {
        const status = await rawStatus(method, path);
        expect([method, path, status >= 400]).toEqual([method, path, true]);
      }
    }
    expect(wasReached).toBe(0);
  });

  it('keeps a signed-in person without the role out by every spelling too', async () => {
    const { cookie } = await app.guest('user');
    for (const path of tricks('/api/probe/secret')) {
      for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) {
        expect(await rawStatus(method, path, cookie)).toBeGreaterThanOrEqual(400);
      }
    }
    expect(wasReached).toBe(0);
  });
});

describe('what a foreign page can do (S-12)', () => {
  const change = async (headers: Record<string, string>) => {
    const { cookie } = await app.guest('user');
    return app
      .http('post', '/api/probe/change')
      .set({ Cookie: cookie, ...headers })
      .send(BODY);
  };
  const host = () => `127.0.0.1:${(app.app.getHttpServer().address() as AddressInfo).port}`;

  it('lets a page of this site and a script change things', async () => {
    expect((await change({})).status).toBe(201);
    const own = { Host: host(), Origin: `http://${host()}`, 'Sec-Fetch-Site': 'same-origin' };
    expect((await change(own)).status).toBe(201);
    expect(wasReached).toBe(2);
  });

  it.each([
    [{ Origin: 'https://evil.test' }],
    [{ Origin: 'null' }],
    [{ 'Sec-Fetch-Site': 'cross-site' }],
    [{ 'Sec-Fetch-Site': 'same-site' }],
  ])('refuses a change from %p', async (headers) => {
    const answer = await change(headers as Record<string, string>);
    expect([answer.status, answer.body.code]).toEqual([403, 'foreign_origin']);
    expect(wasReached).toBe(0);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '',
  ])('refuses a body of type %p, also where everybody may enter', async (type) => {
    for (const path of ['/api/probe/open', '/api/auth/login']) {
      const answer = await app.http('post', path).set('Content-Type', type).send('{"a":1}');
      expect([answer.status, answer.body.code]).toEqual([400, 'unsupported_body']);
    }
    expect(wasReached).toBe(0);
  });

  it('never sends a CORS header', async () => {
    const answer = await app
      .http('get', '/api/auth/state')
      .set({ Origin: 'https://evil.test', 'Access-Control-Request-Method': 'POST' });
    const cors = Object.keys(answer.headers).filter((name) => name.startsWith('access-control'));
    expect(cors).toEqual([]);
  });
});

describe('what comes back when something is wrong', () => {
  it('names the path of a wrong input, in the language asked for', async () => {
    const { cookie } = await app.guest('user');
    const wrong = { n: '1', deep: { name: 5 } };
    const send = (language: string) =>
      app
        .http('post', '/api/probe/change')
        .set({ Cookie: cookie, 'Accept-Language': language })
        .send(wrong);
    const english = await send('en');
    expect([english.status, english.body.code]).toEqual([400, 'invalid_input']);
    expect(english.body.error).toMatch(/^The request is not valid: n: .*deep\.name: /);
    expect((await send('zh-CN')).body.error).toMatch(/^请求内容无效：n: /);
    expect(wasReached).toBe(0);
  });

  it.each(['{', '"text"', '[1', 'nul'])('answers 400 to the broken JSON %p', async (text) => {
    const answer = await app
      .http('post', '/api/probe/open')
      .set('Content-Type', 'application/json')
      .send(text);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
  });

  it('answers with the four fields to an unknown path and to a body that is too large', async () => {
    const unknown = await app.http('get', '/api/nothing/here');
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found']);
    const large = await app.http('post', '/api/probe/open').send({ a: 'x'.repeat(5_000_000) });
    expect([large.status, large.body.code]).toEqual([400, 'body_too_large']);
    expect(Object.keys(large.body)).toEqual(['error', 'code', 'canRetry', 'suggestion']);
  });

  it('tells nothing about an unforeseen error but an id to look it up by', async () => {
    const answer = await app.http('get', '/api/probe/broken');
    expect([answer.status, answer.body.code]).toEqual([500, 'unexpected']);
    expect(JSON.stringify(answer.body)).not.toContain('hunter2');
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('puts errors into the envelope where the controller has one', async () => {
    const answer = await app.http('post', '/api/probe/enveloped').send({});
    expect(answer.body).toMatchObject({ success: false, code: 'invalid_input', canRetry: false });
  });

  it('sends strict headers and does not say what it is made of', async () => {
    const { headers } = await app.http('get', '/api/auth/state');
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['strict-transport-security']).toBeUndefined();
  });
});

/** Clients tidy paths before they send them; a socket does not. */
function rawStatus(method: string, path: string, cookie = ''): Promise<number> {
  const { port } = app.app.getHttpServer().address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const socket = connectTcp(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])));
    socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
    );
  });
}
