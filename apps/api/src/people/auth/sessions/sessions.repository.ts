import { Injectable } from '@nestjs/common';
import { IsNull, LessThan, Not } from 'typeorm';
import { Database } from '@/foundation/database/database';
import { requireId, requireName } from '@/foundation/errors/require-id';
import { Session } from './session.entity';
import { SessionToken } from './session-token.entity';

@Injectable()
export class SessionsRepository {
  constructor(private readonly database: Database) {}

  async create(session: Omit<Session, 'id'>, tokenHash: string): Promise<string> {
    return this.database.inTransaction(async () => {
      const userId = requireId(session.userId);
      const { identifiers } = await this.database.rows(Session).insert({ ...session, userId });
      const { id } = identifiers[0] as { id: string };
      await this.insertToken(id, tokenHash, session.createdAt);
      return id;
    });
  }

  async findToken(tokenHash: string): Promise<SessionToken | null> {
    return this.database
      .rows(SessionToken)
      .findOne({ where: { hash: requireName(tokenHash) }, relations: { session: true } });
  }

  async findById(sessionId: string): Promise<Session | null> {
    return this.database.rows(Session).findOneBy({ id: requireId(sessionId) });
  }

  /** The one used last first. */
  async listOfUser(userId: string): Promise<Session[]> {
    return this.database
      .rows(Session)
      .find({ where: { userId: requireId(userId) }, order: { lastUsedAt: 'DESC', id: 'ASC' } });
  }

  /** False when somebody replaced it a moment earlier; then the other answer carries the new token. */
  async replaceToken(old: SessionToken, tokenHash: string, now: Date): Promise<boolean> {
    return this.database.inTransaction(async () => {
      const { affected } = await this.database
        .rows(SessionToken)
        .update({ hash: requireName(old.hash), replacedAt: IsNull() }, { replacedAt: now });
      if (affected !== 1) return false;
      await this.insertToken(old.sessionId, tokenHash, now);
      return true;
    });
  }

  async recordUse(sessionId: string, now: Date): Promise<void> {
    await this.database.rows(Session).update({ id: requireId(sessionId) }, { lastUsedAt: now });
  }

  /** False when it was gone already. */
  async remove(sessionId: string): Promise<boolean> {
    const { affected } = await this.database.rows(Session).delete({ id: requireId(sessionId) });
    return affected === 1;
  }

  /** Ids of those removed. */
  async removeOfUser(userId: string, exceptSessionId: string | null): Promise<string[]> {
    const { raw } = await this.database
      .rows(Session)
      .createQueryBuilder()
      .delete()
      .where({
        userId: requireId(userId),
        ...(exceptSessionId !== null && { id: Not(requireId(exceptSessionId)) }),
      })
      .returning('id')
      .execute();
    return (raw as { id: string }[]).map(({ id }) => id);
  }

  async removeStale(createdBefore: Date, usedBefore: Date): Promise<void> {
    const sessions = this.database.rows(Session);
    await sessions.delete({ createdAt: LessThan(createdBefore) });
    await sessions.delete({ lastUsedAt: LessThan(usedBefore) });
    await this.database.rows(SessionToken).delete({ replacedAt: LessThan(usedBefore) });
  }

  private async insertToken(sessionId: string, hash: string, issuedAt: Date): Promise<void> {
    await this.database.rows(SessionToken).insert({ sessionId, hash, issuedAt });
  }
}
