import { Injectable } from '@nestjs/common';
import { LessThanOrEqual, MoreThan } from 'typeorm';
import { Database } from '@/foundation/database/database';
import { requireId, requireName } from '@/foundation/errors/require-id';
import { ApiKey } from './api-key.entity';

@Injectable()
export class ApiKeysRepository {
  constructor(private readonly database: Database) {}

  async create(key: Omit<ApiKey, 'id'>): Promise<ApiKey> {
    const { identifiers } = await this.database.rows(ApiKey).insert(key);
    return { ...key, id: (identifiers[0] as { id: string }).id };
  }

  /** Newest first. */
  async listOfUser(userId: string, now: Date): Promise<ApiKey[]> {
    return this.database.rows(ApiKey).find({
      where: { userId: requireId(userId), expiresAt: MoreThan(now) },
      order: { createdAt: 'DESC', id: 'ASC' },
    });
  }

  async findUsable(hash: string, now: Date): Promise<ApiKey | null> {
    return this.database
      .rows(ApiKey)
      .findOneBy({ hash: requireName(hash), expiresAt: MoreThan(now) });
  }

  async isUsable(keyId: string, now: Date): Promise<boolean> {
    return this.database.rows(ApiKey).existsBy({ id: requireId(keyId), expiresAt: MoreThan(now) });
  }

  async recordUse(keyId: string, lastUsedAt: Date): Promise<void> {
    await this.database.rows(ApiKey).update({ id: requireId(keyId) }, { lastUsedAt });
  }

  /** False when the person has no such key. */
  async remove(keyId: string, userId: string): Promise<boolean> {
    const own = { id: requireId(keyId), userId: requireId(userId) };
    const { affected } = await this.database.rows(ApiKey).delete(own);
    return affected === 1;
  }

  /** Those removed. */
  async removeExpired(now: Date): Promise<Pick<ApiKey, 'id' | 'userId'>[]> {
    const { raw } = await this.database
      .rows(ApiKey)
      .createQueryBuilder()
      .delete()
      .where({ expiresAt: LessThanOrEqual(now) })
      .returning(['id', 'userId'])
      .execute();
    return (raw as { id: string; user_id: string }[]).map(({ id, user_id: userId }) => {
      return { id, userId };
    });
  }
}
