import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import type { Role } from '@/contract/people';
import { BriefMemory } from '@/foundation/database/brief-memory';
import { Database } from '@/foundation/database/database';
import { requireId, requireName } from '@/foundation/errors/require-id';
import { User } from './user.entity';

/** Held by whoever changes how many administrators there are, so that two of them decide one after the other. */
const ADMINISTRATORS_LOCK = 7_205_002;

/** What `findActiveRole` reads. */
const DECIDING = ['role', 'disabledAt', 'passwordHash'] as const;

export type NewUser = Pick<User, 'email' | 'name' | 'role' | 'passwordHash' | 'createdAt'>;

@Injectable()
export class UsersRepository {
  private readonly roles = new BriefMemory((userId: string) => this.readActiveRole(userId));

  constructor(private readonly database: Database) {}

  async findById(userId: string): Promise<User | null> {
    return this.database.rows(User).findOneBy({ id: requireId(userId) });
  }

  async findAllById(userIds: readonly string[]): Promise<User[]> {
    return this.database.rows(User).findBy({ id: In(userIds.map(requireId)) });
  }

  /** The role of who may use the product at this moment; asked at every call of a tool. */
  async findActiveRole(userId: string): Promise<Role | null> {
    return this.roles.get(requireId(userId));
  }

  async findByEmail(email: string): Promise<User | null> {
    return this.database.rows(User).findOneBy({ email: requireName(email).toLowerCase() });
  }

  listOldestFirst(): Promise<User[]> {
    return this.database.rows(User).find({ order: { createdAt: 'ASC', id: 'ASC' } });
  }

  countActiveAdministrators(): Promise<number> {
    return this.database
      .rows(User)
      .countBy({ role: 'admin', disabledAt: IsNull(), passwordHash: Not(IsNull()) });
  }

  /** Only inside a transaction; the lock ends with it. */
  async lockAdministrators(): Promise<void> {
    await this.database.query('SELECT pg_advisory_xact_lock($1)', [ADMINISTRATORS_LOCK]);
  }

  /** Null when the e-mail is taken; the unique index decides, not a look beforehand. */
  async create(user: NewUser): Promise<User | null> {
    const created = await this.database
      .rows(User)
      .createQueryBuilder()
      .insert()
      .values({ ...user, email: user.email.toLowerCase() })
      .orIgnore()
      .returning('id')
      .execute();
    const [row] = created.raw as { id: string }[];
    return row ? this.findById(row.id) : null;
  }

  async update(userId: string, change: Partial<Omit<User, 'id' | 'email'>>): Promise<void> {
    const id = requireId(userId);
    if (Object.keys(change).length > 0) await this.database.rows(User).update({ id }, change);
    if (DECIDING.some((name) => name in change)) this.roles.forget(id);
  }

  private async readActiveRole(userId: string): Promise<Role | null> {
    const [row] = await this.database.query<{ role: Role }>(
      'SELECT role FROM users WHERE id = $1 AND disabled_at IS NULL AND password_hash IS NOT NULL',
      [userId],
    );
    return row?.role ?? null;
  }
}
