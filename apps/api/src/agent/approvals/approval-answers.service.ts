import { Injectable } from '@nestjs/common';
import type { ApprovalAnswer, ApprovalStatus, ApprovalView } from '@/contract/approvals';
import type { Locale } from '@/contract/errors';
import { Clock } from '@/foundation/clock/clock';
import { storableText } from '@/foundation/database/storable';
import { NotFound } from '@/foundation/errors/input.errors';
import { EventBus } from '@/foundation/events/event-bus';
import type { Caller } from '@/foundation/http/caller';
import { GroupsService } from '@/people/groups/groups.service';
import { argumentsJson } from '@/tools/registry/tool-arguments';
import type { Approval } from './approval.entity';
import { ApprovalViews, mayAnswer } from './approval-views.service';
import { ApprovalWatch } from './approval-watch.service';
import {
  ApprovalChanged,
  ApprovalDecided,
  ApprovalNotYours,
  ApprovalOnlyOnce,
} from './approvals.errors';
import { ApprovalAnswered } from './approvals.events';
import { ApprovalsRepository } from './approvals.repository';

const DECIDED: ApprovalStatus[] = ['approved', 'denied', 'expired', 'cancelled'];

/** What people do with questions: list them, answer them. */
@Injectable()
export class ApprovalAnswers {
  constructor(
    private readonly repository: ApprovalsRepository,
    private readonly views: ApprovalViews,
    private readonly watch: ApprovalWatch,
    private readonly groups: GroupsService,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  async list(caller: Caller, state: 'pending' | 'decided'): Promise<ApprovalView[]> {
    const groups = await this.groups.groupsOf(caller);
    const statuses = state === 'pending' ? (['pending'] as const) : DECIDED;
    const groupIds = groups.map(({ id }) => id);
    return this.views.viewsFor(
      caller,
      await this.repository.listFor(caller.userId, groupIds, statuses),
    );
  }

  /** One update decides between many answers at once; every other one hears that it came too late (S-45). */
  async answer(caller: Caller, approvalId: string, answer: ApprovalAnswer): Promise<ApprovalView> {
    const row = await this.getFor(caller, approvalId);
    if (row.fingerprint !== answer.fingerprint) throw new ApprovalChanged();
    const isForConversation = answer.answer === 'allow_for_conversation';
    if (isForConversation && !row.canAllowForConversation) throw new ApprovalOnlyOnce();
    const decidedAt = this.clock.now();
    const decision = { ...decisionOf(answer), decidedAt, decidedBy: caller.userId };
    if (!(await this.repository.decide(row.id, decision, decidedAt))) throw new ApprovalDecided();
    this.watch.wake(row.id);
    this.events.publish(new ApprovalAnswered(row.runId));
    this.events.publish(await this.watch.newsOf(row));
    return this.views.viewFor(caller, { ...row, ...decision });
  }

  /** Runs of these that wait for an answer which may still come, with the calls that wait. */
  async pendingCallsOf(runIds: readonly string[]): Promise<Map<string, string[]>> {
    const rows = await this.repository.findPendingOfRuns(runIds, this.clock.now());
    const calls = new Map<string, string[]>();
    for (const { runId, callId } of rows) calls.set(runId, [...(calls.get(runId) ?? []), callId]);
    return calls;
  }

  /** The language its owner was asked in. */
  async localeOf(runId: string): Promise<Locale> {
    return (await this.repository.findLocaleOfRun(runId)) ?? 'zh-CN';
  }

  async cancelOfRun(runId: string): Promise<void> {
    await this.repository.closeOfRun(runId, this.clock.now());
  }

  async removeOfConversation(conversationId: string): Promise<void> {
    await this.repository.removeOfConversation(conversationId);
  }

  /** Whom it does not concern hears that there is none. */
  private async getFor(caller: Caller, approvalId: string): Promise<Approval> {
    const [row, groups] = await Promise.all([
      this.repository.findById(approvalId),
      this.groups.groupsOf(caller),
    ]);
    const groupIds = groups.map(({ id }) => id);
    if (!row) throw new NotFound();
    if (mayAnswer(row, caller.userId, groupIds)) return row;
    if (row.ownerId !== caller.userId) throw new NotFound();
    const { approverGroup } = await this.views.viewFor(caller, row);
    throw new ApprovalNotYours(approverGroup?.name ?? '');
  }
}

function decisionOf({ answer, note = '', arguments: edited }: ApprovalAnswer) {
  if (answer === 'deny') return { status: 'denied' as const, answer, note: storableText(note) };
  const editedArguments = edited === undefined ? null : storableText(argumentsJson(edited));
  return { status: 'approved' as const, answer, note: '', editedArguments };
}
