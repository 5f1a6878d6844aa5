import { Injectable } from '@nestjs/common';
import { Clock } from '@/foundation/clock/clock';
import { Invitation, type InvitationKind } from './invitation.entity';
import { InvitationsRepository } from './invitations.repository';
import { hashToken, isToken, newToken } from './one-time-token';
import { LinkNotValid } from './users.errors';

const VALID_MS = 72 * 3_600_000;

export interface OneTimeLink {
  link: string;
  expiresAt: Date;
}

/** Links that let one person in once. The token rides in the fragment, which browsers never send to any server. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly invitations: InvitationsRepository,
    private readonly clock: Clock,
  ) {}

  /** Earlier links of the same person, or earlier set-up links, stop working. */
  async create(kind: InvitationKind, userId: string | null): Promise<OneTimeLink> {
    const token = newToken();
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + VALID_MS);
    await this.invitations.removeExpiredBefore(now);
    if (userId === null) await this.invitations.removeOfKind(kind);
    else await this.invitations.removeOfUser(userId);
    await this.invitations.create({ kind, userId, tokenHash: hashToken(token), expiresAt });
    return { link: `/welcome#${token}`, expiresAt };
  }

  /** @throws LinkNotValid */
  async getOpen(token: unknown, kinds: InvitationKind[]): Promise<Invitation> {
    const found = isToken(token)
      ? await this.invitations.findOpen(hashToken(token), kinds, this.clock.now())
      : null;
    if (!found) throw new LinkNotValid();
    return found;
  }

  /** Uses the link up; inside the caller's transaction, so a failure afterwards gives it back. */
  async use(token: unknown, kinds: InvitationKind[]): Promise<Invitation> {
    const used = isToken(token)
      ? await this.invitations.use(hashToken(token), kinds, this.clock.now())
      : null;
    if (!used) throw new LinkNotValid();
    return used;
  }

  async removeSetUpLinks(): Promise<void> {
    await this.invitations.removeOfKind('setup');
  }
}
