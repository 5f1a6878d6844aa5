import { Injectable } from '@nestjs/common';
import type { Locale } from '@/contract/errors';
import type { CreateUserBody, Me, UpdateUserBody, UserLink, UserRow } from '@/contract/people';
import { Clock } from '@/foundation/clock/clock';
import { Database } from '@/foundation/database/database';
import { NotFound } from '@/foundation/errors/input.errors';
import { EventBus } from '@/foundation/events/event-bus';
import type { Caller } from '@/foundation/http/caller';
import { AuditService } from '@/people/audit/audit.service';
import { InvitationsService } from './invitations.service';
import type { User } from './user.entity';
import { EmailTaken, LastAdministrator, UserDisabled } from './users.errors';
import { UserChanged } from './users.events';
import { UsersRepository } from './users.repository';

/** What an administrator does with accounts. */
@Injectable()
export class UsersService {
  constructor(
    private readonly users: UsersRepository,
    private readonly invitations: InvitationsService,
    private readonly audit: AuditService,
    private readonly database: Database,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  async list(): Promise<UserRow[]> {
    return (await this.users.listOldestFirst()).map(toRow);
  }

  /** The new person gets a one-time link instead of a password somebody else would know. */
  async create(caller: Caller, { email, name, role }: CreateUserBody): Promise<UserLink> {
    const created = await this.database.inTransaction(async () => {
      const createdAt = this.clock.now();
      const user = await this.users.create({ email, name, role, passwordHash: null, createdAt });
      if (!user) throw new EmailTaken();
      return toLink(user, await this.invitations.create('invite', user.id));
    });
    const { id } = created.user;
    await this.audit.record(caller, { action: 'user.create', subject: id, facts: { email, role } });
    return created;
  }

  async update(caller: Caller, userId: string, change: UpdateUserBody): Promise<UserRow> {
    const updated = await this.database.inTransaction(async () => {
      await this.users.lockAdministrators();
      const user = await this.getUser(userId);
      await this.requireAdministratorAfter(user, change);
      await this.users.update(userId, this.columnsOf(user, change));
      return this.getUser(userId);
    });
    this.announce(updated);
    await this.audit.record(caller, {
      action: 'user.update',
      subject: userId,
      facts: { ...change },
    });
    return toRow(updated);
  }

  /** A new link for somebody who lost the password or the first link; nothing ends until it is used. */
  async createResetLink(caller: Caller, userId: string): Promise<UserLink> {
    const user = await this.getUser(userId);
    if (user.disabledAt) throw new UserDisabled();
    const kind = user.passwordHash === null ? 'invite' : 'reset';
    const link = await this.database.inTransaction(() => this.invitations.create(kind, user.id));
    await this.audit.record(caller, { action: 'user.reset', subject: userId, facts: { kind } });
    return toLink(user, link);
  }

  async updateProfile(caller: Caller, change: { name?: string; locale?: Locale }): Promise<Me> {
    await this.users.update(caller.userId, { ...change });
    const user = await this.getUser(caller.userId);
    this.announce(user);
    return toMe(user);
  }

  async getMe(userId: string): Promise<Me> {
    return toMe(await this.getUser(userId));
  }

  private async getUser(userId: string): Promise<User> {
    const user = await this.users.findById(userId);
    if (!user) throw new NotFound();
    return user;
  }

  private async requireAdministratorAfter(user: User, change: UpdateUserBody): Promise<void> {
    const counts = user.role === 'admin' && isActive(user);
    const isLost = change.disabled === true || (change.role ?? user.role) !== 'admin';
    if (!counts || !isLost) return;
    if ((await this.users.countActiveAdministrators()) <= 1) throw new LastAdministrator();
  }

  private columnsOf(user: User, { name, role, disabled }: UpdateUserBody): Partial<User> {
    return {
      ...(name !== undefined && { name }),
      ...(role !== undefined && { role }),
      ...(disabled === true && { disabledAt: user.disabledAt ?? this.clock.now() }),
      ...(disabled === false && { disabledAt: null }),
    };
  }

  private announce(user: User): void {
    this.events.publish(new UserChanged(user.id, user.disabledAt === null));
  }
}

const isActive = ({ disabledAt, passwordHash }: User): boolean =>
  disabledAt === null && passwordHash !== null;

export const toMe = ({ id, email, name, role, locale }: User): Me => {
  return { id, email, name, role, locale };
};

function toRow(user: User): UserRow {
  const { id, email, name, role, disabledAt, passwordHash, createdAt, lastSeenAt } = user;
  const status = disabledAt ? 'disabled' : passwordHash === null ? 'invited' : 'active';
  const times = {
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  };
  return { id, email, name, role, status, ...times };
}

const toLink = (user: User, { link, expiresAt }: { link: string; expiresAt: Date }): UserLink => {
  return { user: toRow(user), link, expiresAt: expiresAt.toISOString() };
};
