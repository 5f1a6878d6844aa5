import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { AcceptBody, InvitationView, SetupBody } from '@/contract/people';
import { AppConfig } from '@/foundation/config/config';
import { Database } from '@/foundation/database/database';
import { Log } from '@/foundation/logging/log';
import { AccountsService, type Account } from '@/people/users/accounts.service';
import { InvitationsService } from '@/people/users/invitations.service';
import { LinkNotValid } from '@/people/users/users.errors';
import { SetupDone } from './auth.errors';
import { LoginService, type Entered, type SignedIn } from './login.service';
import type { SignInPlace } from './sessions/sign-in-place';
import { SessionsService } from './sessions/sessions.service';

/** One-time links: the first administrator, invitations and resets. */
@Injectable()
export class WelcomeService implements OnApplicationBootstrap {
  constructor(
    private readonly accounts: AccountsService,
    private readonly invitations: InvitationsService,
    private readonly logins: LoginService,
    private readonly sessions: SessionsService,
    private readonly database: Database,
    private readonly config: AppConfig,
    private readonly log: Log,
  ) {}

  /** Unattended installs name the first administrator in the environment. */
  async onApplicationBootstrap(): Promise<void> {
    const { email, password } = this.config.firstAdmin;
    if (!email || !password || (await this.accounts.hasAdministrator())) return;
    const passwordHash = await this.logins.hash(password);
    const name = email.split('@')[0] ?? email;
    const made = await this.accounts.createFirstAdministrator({ email, name, passwordHash });
    if (made)
      this.log.info({ userId: made.id }, 'the first administrator was made from ADMIN_EMAIL');
  }

  async needsSetup(): Promise<boolean> {
    return !(await this.accounts.hasAdministrator());
  }

  /** A path for the console while there is no administrator, else null. Earlier set-up links stop working. */
  async newSetupLink(): Promise<string | null> {
    if (!(await this.needsSetup())) return null;
    return (await this.database.inTransaction(() => this.invitations.create('setup', null))).link;
  }

  async setUp({ token, email, name, password }: SetupBody, place: SignInPlace): Promise<SignedIn> {
    if (!(await this.needsSetup())) throw new SetupDone();
    await this.invitations.getOpen(token, ['setup']);
    const passwordHash = await this.logins.hash(password);
    const account = await this.database.inTransaction(async () => {
      await this.invitations.use(token, ['setup']);
      const made = await this.accounts.createFirstAdministrator({ email, name, passwordHash });
      if (!made) throw new SetupDone();
      await this.invitations.removeSetUpLinks();
      return made;
    });
    return this.logins.signIn(account, place, 'auth.setup');
  }

  async checkInvitation(token: string): Promise<InvitationView> {
    const { kind, userId } = await this.invitations.getOpen(token, ['invite', 'reset']);
    const { email, name } = await this.getInvited(userId);
    return { kind: kind === 'reset' ? 'reset' : 'invite', email, name };
  }

  /** Sets the password and signs in; every earlier session of the person ends. */
  async accept({ token, name, password }: AcceptBody, place: SignInPlace): Promise<Entered> {
    await this.checkInvitation(token);
    const passwordHash = await this.logins.hash(password);
    const account = await this.database.inTransaction(async () => {
      const { kind, userId } = await this.invitations.use(token, ['invite', 'reset']);
      const { id } = await this.getInvited(userId);
      await this.accounts.setPassword(id, passwordHash, kind === 'invite' ? name : undefined);
      return this.getInvited(id);
    });
    await this.sessions.endAll(account.id, 'password_changed');
    return this.logins.enter(account, place, 'auth.accept');
  }

  /** A link of a person disabled since does not open anything. */
  private async getInvited(userId: string | null): Promise<Account> {
    const account = userId === null ? null : await this.accounts.findById(userId);
    if (!account || account.disabledAt) throw new LinkNotValid();
    return account;
  }
}
