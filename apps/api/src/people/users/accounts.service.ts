import { Injectable } from '@nestjs/common';
import type { Role } from '@/contract/people';
import { Clock } from '@/foundation/clock/clock';
import { Database } from '@/foundation/database/database';
import type { User } from './user.entity';
import { EmailTaken } from './users.errors';
import { UsersRepository } from './users.repository';

/** What a login needs to know of a person; holds the password hash, so only people/auth asks here. */
export type Account = Readonly<User>;

export interface FirstAdministrator {
  email: string;
  name: string;
  passwordHash: string;
}

@Injectable()
export class AccountsService {
  constructor(
    private readonly users: UsersRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  findByEmail(email: string): Promise<Account | null> {
    return this.users.findByEmail(email);
  }

  /** Null for who does not exist, is disabled or never came: their rights are gone at this moment (S-09, A-024). */
  async findActive(userId: string): Promise<Account | null> {
    const user = await this.users.findById(userId);
    return user && user.disabledAt === null && user.passwordHash !== null ? user : null;
  }

  /** Null like `findActive`; for who needs nothing else. */
  findActiveRole(userId: string): Promise<Role | null> {
    return this.users.findActiveRole(userId);
  }

  findById(userId: string): Promise<Account | null> {
    return this.users.findById(userId);
  }

  /** Of those who still have an account. */
  async namesOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const users = await this.users.findAllById([...new Set(userIds)]);
    return new Map(users.map(({ id, name }) => [id, name]));
  }

  async hasAdministrator(): Promise<boolean> {
    return (await this.users.countActiveAdministrators()) > 0;
  }

  /** Two at once give one administrator: the second waits for the lock and then finds the first. Null then. */
  async createFirstAdministrator(person: FirstAdministrator): Promise<Account | null> {
    return this.database.inTransaction(async () => {
      await this.users.lockAdministrators();
      if (await this.hasAdministrator()) return null;
      const createdAt = this.clock.now();
      const user = await this.users.create({ ...person, role: 'admin', createdAt });
      if (!user) throw new EmailTaken();
      return user;
    });
  }

  async setPassword(userId: string, passwordHash: string, name?: string): Promise<void> {
    await this.users.update(userId, { passwordHash, ...(name !== undefined && { name }) });
  }

  async recordSeen(userId: string, at: Date): Promise<void> {
    await this.users.update(userId, { lastSeenAt: at });
  }
}
