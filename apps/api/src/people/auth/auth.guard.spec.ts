import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { ApiKeyScope, Role } from '@/contract/people';
import { readConfig } from '@/foundation/config/config';
import type { CallerRequest } from '@/foundation/http/caller';
import { Allow, OpenToKeys, Public } from '@/foundation/http/marks';
import { NotAllowed, NotByKey, Unauthenticated } from './auth.errors';
import { AuthGuard } from './auth.guard';
import type { AuthService, RequestIdentity } from './auth.service';
import type { Credentials } from './credentials';

@Allow('user')
class Door {
  forUsers() {}
  @Allow('admin')
  forAdmins() {}
  @Allow('admin')
  @OpenToKeys('admin')
  forAdminKeys() {}
  @OpenToKeys('chat')
  forChatKeys() {}
  @Public()
  forAll() {}
}

class Unmarked {
  route() {}
}

class KnownCookies {
  constructor(private readonly identities: Record<string, RequestIdentity>) {}
  async findIdentity({ cookie, keys }: Credentials): Promise<RequestIdentity | null> {
    return this.identities[keys[0] ?? cookie ?? ''] ?? null;
  }
}

const identity = (role: Role, replacementToken: string | null = null): RequestIdentity => ({
  caller: { userId: role, name: role, role, locale: 'en', sessionId: 's' },
  replacementToken,
  scopes: null,
});
const byKey = (role: Role, ...scopes: ApiKeyScope[]) => ({ ...identity(role), scopes });

const auth = new KnownCookies({
  admin: identity('admin'),
  user: identity('user'),
  chatKey: byKey('admin', 'chat'),
  adminKey: byKey('admin', 'admin'),
  lostKey: byKey('user', 'admin'),
  old: identity('user', 'next-token'),
});
const guard = new AuthGuard(
  new Reflector(),
  auth as unknown as AuthService,
  readConfig({ PUBLIC_URL: 'https://x.example' }),
);

const keyed = (key: string) => ({ headers: {}, headersDistinct: { 'x-api-key': [key] } });

function knock(handler: () => void, cookie?: string, type = 'http') {
  const [, key] = /^key (.*)/.exec(cookie ?? '') ?? [];
  const carrier = key === undefined ? { headers: { cookie }, headersDistinct: {} } : keyed(key);
  const request = { ...carrier, locale: 'zh-CN' } as unknown as CallerRequest;
  const cookies: unknown[][] = [];
  const response = { cookie: (...values: unknown[]) => cookies.push(values) };
  const context = {
    getType: () => type,
    getHandler: () => handler,
    getClass: () => (handler === Unmarked.prototype.route ? Unmarked : Door),
    switchToHttp: () => ({ getRequest: () => request, getResponse: () => response }),
  };
  const entered = guard.canActivate(context as unknown as ExecutionContext);
  return { entered, request, cookies };
}

const { forUsers, forAdmins, forAdminKeys, forChatKeys, forAll } = Door.prototype;

it('lets users into what is for users, administrators into both, everybody into the open', async () => {
  await expect(knock(forUsers, 'user').entered).resolves.toBe(true);
  await expect(knock(forUsers, 'admin').entered).resolves.toBe(true);
  await expect(knock(forAdmins, 'admin').entered).resolves.toBe(true);
  await expect(knock(forAll).entered).resolves.toBe(true);
});

it('answers 401 to strangers and 403 to users before an administrators door (A-026)', async () => {
  await expect(knock(forUsers).entered).rejects.toThrow(Unauthenticated);
  await expect(knock(forAdmins).entered).rejects.toThrow(Unauthenticated);
  await expect(knock(forAdmins, 'user').entered).rejects.toThrow(NotAllowed);
});

it('lets nobody into a route without a mark', async () => {
  await expect(knock(Unmarked.prototype.route, 'admin').entered).rejects.toThrow(NotAllowed);
});

it('lets a key in where the route names its scope, and nowhere else (S-07)', async () => {
  await expect(knock(forChatKeys, 'key chatKey').entered).resolves.toBe(true);
  await expect(knock(forAdminKeys, 'key adminKey').entered).resolves.toBe(true);
  for (const handler of [forUsers, forAdmins, forAdminKeys]) {
    await expect(knock(handler, 'key chatKey').entered).rejects.toThrow(NotByKey);
  }
  await expect(knock(forChatKeys, 'key adminKey').entered).rejects.toThrow(NotByKey);
  await expect(knock(forChatKeys, 'key nobody').entered).rejects.toThrow(Unauthenticated);
});

it('gives a key no more than its person has at this moment (S-09)', async () => {
  await expect(knock(forAdminKeys, 'key lostKey').entered).rejects.toThrow(NotAllowed);
});

it('knows nobody by a key where nobody has to be known', async () => {
  const { entered, request } = knock(forAll, 'key adminKey');
  await entered;
  expect(request.caller).toBeUndefined();
});

it('tells the route who came, on open routes too, and answers in their language', async () => {
  const { entered, request } = knock(forAll, 'user');
  await entered;
  expect([request.caller?.userId, request.locale]).toEqual(['user', 'en']);
});

it('hands over a new token, Secure under https', async () => {
  const { entered, cookies } = knock(forUsers, 'old');
  await entered;
  expect(cookies).toEqual([
    [
      '__Host-toolyard_session',
      'next-token',
      expect.objectContaining({ secure: true, httpOnly: true }),
    ],
  ]);
});

it('leaves sockets to their gateway', async () => {
  await expect(knock(forAdmins, undefined, 'ws').entered).resolves.toBe(true);
});
