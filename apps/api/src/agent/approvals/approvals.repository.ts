import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { ApprovalStatus } from '@/contract/approvals';
import { Database } from '@/foundation/database/database';
import { requireId } from '@/foundation/errors/require-id';
import { Approval } from './approval.entity';

const PAGE = 100;

type Decision = Pick<Approval, 'status'> & Partial<Approval>;

@Injectable()
export class ApprovalsRepository {
  constructor(private readonly database: Database) {}

  async insert(approval: Approval): Promise<void> {
    await this.database.rows(Approval).insert(approval);
  }

  async findById(id: string): Promise<Approval | null> {
    return this.database.rows(Approval).findOneBy({ id: requireId(id) });
  }

  /** The newest question about this very call, if its answer was not used yet. */
  async findUnused(
    call: Pick<Approval, 'runId' | 'callId' | 'fingerprint'>,
  ): Promise<Approval | null> {
    const [newest] = await this.database
      .rows(Approval)
      .find({ where: call, order: { requestedAt: 'DESC' }, take: 1 });
    return newest && newest.usedAt === null ? newest : null;
  }

  /** A yes for all calls of this kind in the conversation. */
  findGrant(conversationId: string, kindFingerprint: string): Promise<Approval | null> {
    const answer = 'allow_for_conversation' as const;
    return this.database
      .rows(Approval)
      .findOneBy({ conversationId, kindFingerprint, answer, status: 'approved' });
  }

  /** A no to the same call of the same run (C-022). */
  findRefusal(runId: string, tool: string, argumentsText: string): Promise<Approval | null> {
    return this.database
      .rows(Approval)
      .findOneBy({ runId, tool, arguments: argumentsText, status: 'denied' });
  }

  /** The first to come here decides; false for everybody after (S-45). */
  async decide(id: string, decision: Decision, now: Date): Promise<boolean> {
    const { affected } = await this.database
      .rows(Approval)
      .createQueryBuilder()
      .update(decision)
      .where(`id = :id AND status = 'pending' AND expires_at > :now`, { id: requireId(id), now })
      .execute();
    return affected === 1;
  }

  /** Ends a question nobody will answer any more; false when somebody just did. */
  async close(id: string, status: ApprovalStatus, decidedAt: Date): Promise<boolean> {
    const { affected } = await this.database
      .rows(Approval)
      .update({ id: requireId(id), status: 'pending' }, { status, decidedAt });
    return affected === 1;
  }

  /** False when the yes was used before. */
  async use(id: string, usedAt: Date): Promise<boolean> {
    const { affected } = await this.database
      .rows(Approval)
      .createQueryBuilder()
      .update({ usedAt })
      .where(`id = :id AND status = 'approved' AND used_at IS NULL`, { id: requireId(id) })
      .execute();
    return affected === 1;
  }

  /** Questions of these runs that still wait for an answer. */
  findPendingOfRuns(runIds: readonly string[], now: Date): Promise<Approval[]> {
    if (runIds.length === 0) return Promise.resolve([]);
    return this.database
      .rows(Approval)
      .createQueryBuilder('a')
      .where(`a.runId IN (:...runIds) AND a.status = 'pending' AND a.expiresAt > :now`, {
        runIds,
        now,
      })
      .getMany();
  }

  async findLocaleOfRun(runId: string): Promise<Approval['locale'] | null> {
    return (await this.database.rows(Approval).findOneBy({ runId }))?.locale ?? null;
  }

  async closeOfRun(runId: string, decidedAt: Date): Promise<void> {
    await this.database
      .rows(Approval)
      .update({ runId, status: 'pending' }, { status: 'cancelled', decidedAt });
  }

  /** Own ones and those of the person's groups, newest first. */
  listFor(
    userId: string,
    groupIds: readonly string[],
    statuses: readonly ApprovalStatus[],
  ): Promise<Approval[]> {
    const status = In([...statuses]);
    const mine = { ownerId: requireId(userId), status };
    const theirs = { approverGroupId: In([...groupIds]), status };
    return this.database.rows(Approval).find({
      where: groupIds.length > 0 ? [mine, theirs] : mine,
      order: { requestedAt: 'DESC', id: 'DESC' },
      take: PAGE,
    });
  }

  async removeOfConversation(conversationId: string): Promise<void> {
    await this.database.rows(Approval).delete({ conversationId: requireId(conversationId) });
  }
}
