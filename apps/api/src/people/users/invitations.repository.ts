import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThan, MoreThan } from 'typeorm';
import { Database } from '@/foundation/database/database';
import { requireId, requireName } from '@/foundation/errors/require-id';
import { Invitation, type InvitationKind } from './invitation.entity';

@Injectable()
export class InvitationsRepository {
  constructor(private readonly database: Database) {}

  async create(invitation: Omit<Invitation, 'id' | 'usedAt'>): Promise<void> {
    await this.database.rows(Invitation).insert(invitation);
  }

  async findOpen(
    tokenHash: string,
    kinds: InvitationKind[],
    now: Date,
  ): Promise<Invitation | null> {
    return this.database.rows(Invitation).findOneBy(open(tokenHash, kinds, now));
  }

  /** The update decides: of two at once, one gets the row and the other gets null. */
  async use(tokenHash: string, kinds: InvitationKind[], now: Date): Promise<Invitation | null> {
    const invitations = this.database.rows(Invitation);
    const { affected } = await invitations.update(open(tokenHash, kinds, now), { usedAt: now });
    return affected === 1 ? invitations.findOneBy({ tokenHash }) : null;
  }

  async removeOfUser(userId: string): Promise<void> {
    await this.database.rows(Invitation).delete({ userId: requireId(userId) });
  }

  async removeOfKind(kind: InvitationKind): Promise<void> {
    await this.database.rows(Invitation).delete({ kind });
  }

  async removeExpiredBefore(time: Date): Promise<void> {
    await this.database.rows(Invitation).delete({ expiresAt: LessThan(time) });
  }
}

const open = (tokenHash: string, kinds: InvitationKind[], now: Date) => ({
  tokenHash: requireName(tokenHash),
  kind: In(kinds),
  usedAt: IsNull(),
  expiresAt: MoreThan(now),
});
