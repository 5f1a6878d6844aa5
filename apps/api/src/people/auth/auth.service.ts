import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Locale } from '@/contract/errors';
import type { ApiKeyScope, AuthState } from '@/contract/people';
import { Clock } from '@/foundation/clock/clock';
import { AppConfig } from '@/foundation/config/config';
import { EventBus } from '@/foundation/events/event-bus';
import type { Caller } from '@/foundation/http/caller';
import { AccountsService, type Account } from '@/people/users/accounts.service';
import { UserChanged } from '@/people/users/users.events';
import { toMe } from '@/people/users/users.service';
import type { Credentials } from './credentials';
import { ApiKeysService } from './keys/api-keys.service';
import { cookieName, hasCookie, readCookie } from './session-cookie';
import { SessionsService } from './sessions/sessions.service';
import { WelcomeService } from './welcome.service';

export interface RequestIdentity {
  caller: Caller;
  /** Set when the browser must take a new token. */
  replacementToken: string | null;
  /** What the key it came with is for; null for a browser's session, which is for everything. */
  scopes: readonly ApiKeyScope[] | null;
}

/** Who is asking. The guard asks for every request, the gateway at each handshake and while a socket lives. */
@Injectable()
export class AuthService implements OnModuleInit {
  constructor(
    private readonly sessions: SessionsService,
    private readonly keys: ApiKeysService,
    private readonly accounts: AccountsService,
    private readonly welcome: WelcomeService,
    private readonly config: AppConfig,
    private readonly clock: Clock,
    private readonly events: EventBus,
  ) {}

  onModuleInit(): void {
    this.events.subscribe(UserChanged, async ({ userId, isActive }) => {
      if (!isActive) await this.sessions.endAll(userId, 'disabled');
    });
  }

  /** For a socket's handshake, where no cookie can be set. The socket is for chatting, so a key must be too. */
  async findSocketCaller(credentials: Credentials, locale: Locale): Promise<Caller | null> {
    const identity = await this.identify(credentials, locale, false);
    const mayChat = identity?.scopes?.includes('chat') ?? true;
    return identity && mayChat ? identity.caller : null;
  }

  findIdentity(credentials: Credentials, locale: Locale): Promise<RequestIdentity | null> {
    return this.identify(credentials, locale, true);
  }

  /** The caller with the rights of this moment, or null when session or account are over (S-09). */
  async refreshCaller(caller: Caller): Promise<Caller | null> {
    if (caller.sessionId && !(await this.sessions.isAlive(caller.sessionId))) return null;
    if (caller.keyId && !(await this.keys.isAlive(caller.keyId))) return null;
    const account = await this.accounts.findActive(caller.userId);
    return account && callerOf(account, caller, caller.locale);
  }

  /** False as soon as the caller could not come in again, or would come in with another role. */
  async isStillValid(caller: Caller): Promise<boolean> {
    return (await this.refreshCaller(caller))?.role === caller.role;
  }

  async getState(caller: Caller | undefined): Promise<AuthState> {
    const account = caller ? await this.accounts.findActive(caller.userId) : null;
    return { needsSetup: await this.welcome.needsSetup(), user: account && toMe(account) };
  }

  /** `/welcome#…` while there is no administrator, else null; earlier set-up links stop working. */
  newSetupLink(): Promise<string | null> {
    return this.welcome.newSetupLink();
  }

  /** One identity or none: a key beside another key or beside a cookie is refused, not chosen from (S-05). */
  private async identify(
    { cookie, keys }: Credentials,
    locale: Locale,
    mayReplace: boolean,
  ): Promise<RequestIdentity | null> {
    const [key, ...more] = keys;
    if (key === undefined) return this.identifySession(cookie, locale, mayReplace);
    const isAmbiguous = more.length > 0 || hasCookie(cookie, this.cookieName);
    return isAmbiguous ? null : this.identifyKey(key, locale);
  }

  private async identifyKey(key: string, locale: Locale): Promise<RequestIdentity | null> {
    const found = await this.keys.resolve(key);
    const account = found && (await this.accounts.findActive(found.userId));
    if (!account) return null;
    const { keyId, scopes } = found;
    const caller = callerOf(account, { sessionId: null, keyId }, locale);
    return { caller, replacementToken: null, scopes };
  }

  private async identifySession(
    cookieHeader: string | undefined,
    locale: Locale,
    mayReplace: boolean,
  ): Promise<RequestIdentity | null> {
    const token = readCookie(cookieHeader, this.cookieName);
    const session = token === null ? null : await this.sessions.resolve(token, mayReplace);
    if (!session) return null;
    const account = await this.accounts.findActive(session.userId);
    if (!account) return null;
    if (session.isFreshUse) await this.accounts.recordSeen(account.id, this.clock.now());
    const { sessionId, replacementToken } = session;
    return { caller: callerOf(account, { sessionId }, locale), replacementToken, scopes: null };
  }

  private get cookieName(): string {
    return cookieName(this.config.http.isHttps);
  }
}

const callerOf = (
  account: Account,
  { sessionId, keyId }: Pick<Caller, 'sessionId' | 'keyId'>,
  locale: Locale,
): Caller => ({
  userId: account.id,
  name: account.name,
  role: account.role,
  locale: account.locale ?? locale,
  sessionId,
  ...(keyId !== undefined && { keyId }),
});
