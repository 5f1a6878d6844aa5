import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Locale } from '@/contract/errors';
import type { AuthState } from '@/contract/people';
import { Clock } from '@/foundation/clock/clock';
import { AppConfig } from '@/foundation/config/config';
import { EventBus } from '@/foundation/events/event-bus';
import type { Caller } from '@/foundation/http/caller';
import { AccountsService, type Account } from '@/people/users/accounts.service';
import { UserChanged } from '@/people/users/users.events';
import { toMe } from '@/people/users/users.service';
import { cookieName, readCookie } from './session-cookie';
import { SessionsService } from './sessions/sessions.service';
import { WelcomeService } from './welcome.service';

export interface RequestIdentity {
  caller: Caller;
  /** Set when the browser must take a new token. */
  replacementToken: string | null;
}

/** Who is asking. The guard asks for every request, the gateway at each handshake and while a socket lives. */
@Injectable()
export class AuthService implements OnModuleInit {
  constructor(
    private readonly sessions: SessionsService,
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

  /** For a socket's handshake, where no cookie can be set. */
  async findCallerByCookie(
    cookieHeader: string | undefined,
    locale: Locale,
  ): Promise<Caller | null> {
    return (await this.identify(cookieHeader, locale, false))?.caller ?? null;
  }

  findIdentity(cookieHeader: string | undefined, locale: Locale): Promise<RequestIdentity | null> {
    return this.identify(cookieHeader, locale, true);
  }

  /** The caller with the rights of this moment, or null when session or account are over (S-09). */
  async refreshCaller(caller: Caller): Promise<Caller | null> {
    if (caller.sessionId && !(await this.sessions.isAlive(caller.sessionId))) return null;
    const account = await this.accounts.findActive(caller.userId);
    return account && callerOf(account, caller.sessionId, caller.locale);
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

  private async identify(
    cookieHeader: string | undefined,
    locale: Locale,
    mayReplace: boolean,
  ): Promise<RequestIdentity | null> {
    const token = readCookie(cookieHeader, cookieName(this.config.http.isHttps));
    const session = token === null ? null : await this.sessions.resolve(token, mayReplace);
    if (!session) return null;
    const account = await this.accounts.findActive(session.userId);
    if (!account) return null;
    if (session.isFreshUse) await this.accounts.recordSeen(account.id, this.clock.now());
    const { sessionId, replacementToken } = session;
    return { caller: callerOf(account, sessionId, locale), replacementToken };
  }
}

const callerOf = (account: Account, sessionId: string | null, locale: Locale): Caller => ({
  userId: account.id,
  name: account.name,
  role: account.role,
  locale: account.locale ?? locale,
  sessionId,
});
