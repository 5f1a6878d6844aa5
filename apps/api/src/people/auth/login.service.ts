import { Injectable } from '@nestjs/common';
import type { CodeBody, CodeNeeded, LoginBody, Me, PasswordBody } from '@/contract/people';
import { Clock } from '@/foundation/clock/clock';
import { NotFound } from '@/foundation/errors/input.errors';
import type { Caller } from '@/foundation/http/caller';
import { AuditService } from '@/people/audit/audit.service';
import { AccountsService, type Account } from '@/people/users/accounts.service';
import { toMe } from '@/people/users/users.service';
import { WrongCredentials, WrongPassword } from './auth.errors';
import { LoginLimits, type Attempt } from './login-limits.service';
import { PasswordsService } from './passwords.service';
import { SessionsService } from './sessions/sessions.service';
import { SecondFactors } from './second-factor/second-factors.service';
import type { SignInPlace } from './sessions/sign-in-place';
import { Slots } from './slots';

/** Password checks at once: each takes 19 MiB and a core, and guesses sent in parallel must not outrun the counting. */
const CHECKS_AT_ONCE = 3;
const LONGEST_LINE = 200;

/** A session, or a ticket that waits for a code. */
export type Entered = SignedIn | CodeNeeded;

export interface SignedIn {
  me: Me;
  token: string;
}

/** As the ledger knows it: with a password, as the first administrator, by an invitation or reset link. */
export type SignInAction = 'auth.login' | 'auth.setup' | 'auth.accept';

@Injectable()
export class LoginService {
  private readonly slots = new Slots(CHECKS_AT_ONCE, LONGEST_LINE);

  constructor(
    private readonly accounts: AccountsService,
    private readonly passwords: PasswordsService,
    private readonly limits: LoginLimits,
    private readonly sessions: SessionsService,
    private readonly factors: SecondFactors,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  async logIn({ email, password }: LoginBody, place: SignInPlace): Promise<Entered> {
    const account = await this.accounts.findByEmail(email);
    const attempt = { account: email, address: place.address };
    const isRight = await this.check(account, password, attempt);
    if (!account || !isRight || account.disabledAt) {
      const subject = account?.id ?? 'unknown';
      this.audit.recordLater(null, { action: 'auth.login', subject, outcome: 'denied' });
      throw new WrongCredentials();
    }
    return this.enter(account, place, 'auth.login');
  }

  /** After the first proof, of whichever kind: asks for the code where the person turned that on. */
  async enter(account: Account, place: SignInPlace, action: SignInAction): Promise<Entered> {
    if (!(await this.factors.isOn(account.id))) return this.signIn(account, place, action);
    return { needsCode: true, ticket: await this.factors.openTicket(account.id) };
  }

  async enterCode({ ticket, code }: CodeBody, place: SignInPlace): Promise<SignedIn> {
    const userId = await this.factors.redeem(ticket, code, place.address);
    const account = await this.accounts.findActive(userId);
    if (!account) throw new WrongCredentials();
    return this.signIn(account, place, 'auth.login');
  }

  /** For who needs no further proof. */
  async signIn(account: Account, place: SignInPlace, action: SignInAction): Promise<SignedIn> {
    this.audit.recordLater({ userId: account.id }, { action, subject: account.id });
    const { token } = await this.sessions.open(account.id, place);
    await this.accounts.recordSeen(account.id, this.clock.now());
    return { me: toMe(account), token };
  }

  async logOut(caller: Caller): Promise<void> {
    const { sessionId, userId } = caller;
    if (!sessionId) return;
    await this.sessions.end(sessionId, userId, 'logged_out');
    this.audit.recordLater(caller, { action: 'auth.logout', subject: userId });
  }

  /** Every other device has to sign in again. */
  async changePassword(
    caller: Caller,
    { current, next }: PasswordBody,
    address: string,
  ): Promise<void> {
    const account = await this.requirePassword(caller, current, address);
    await this.accounts.setPassword(account.id, await this.hash(next));
    await this.sessions.endAll(account.id, 'password_changed', caller.sessionId);
    await this.audit.record(caller, { action: 'auth.password', subject: account.id });
  }

  /** Before something that a borrowed browser must not do. */
  async requirePassword(caller: Caller, password: string, address: string): Promise<Account> {
    const account = await this.accounts.findActive(caller.userId);
    if (!account) throw new NotFound();
    const isRight = await this.check(account, password, { account: account.id, address });
    if (!isRight) throw new WrongPassword();
    return account;
  }

  hash(password: string): Promise<string> {
    return this.slots.run(() => this.passwords.hash(password));
  }

  private check(account: Account | null, password: string, attempt: Attempt): Promise<boolean> {
    return this.slots.run(async () => {
      await this.limits.check(attempt);
      const isRight = await this.passwords.matches(account?.passwordHash ?? null, password);
      if (isRight && !account?.disabledAt) this.limits.recordSuccess(attempt);
      else await this.limits.recordFailure(attempt);
      return isRight;
    });
  }
}
