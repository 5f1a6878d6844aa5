import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { RunEventBody } from '@/contract/chat';
import { Clock } from '@/foundation/clock/clock';
import { AppConfig } from '@/foundation/config/config';
import { storableText } from '@/foundation/database/storable';
import { EventBus } from '@/foundation/events/event-bus';
import type { Caller } from '@/foundation/http/caller';
import { PolicyVersions } from '@/people/policy/policy-versions.service';
import type { ApprovalAnswer, ApprovalQuestion } from '@/tools/registry/approval-question';
import { ToolCallCancelled, ToolRefused } from '@/tools/registry/registry.errors';
import type { Approval } from './approval.entity';
import { ApprovalWatch } from './approval-watch.service';
import { ApprovalViews } from './approval-views.service';
import { ApprovalExpired } from './approvals.errors';
import { ApprovalsRepository } from './approvals.repository';
import { callFingerprint, kindFingerprint } from './fingerprint';

type ApprovalEvent = Extract<RunEventBody, { type: 'approval_request' | 'approval_end' }>;

/** Puts what happens to a question into the conversation. */
export type Tell = (event: ApprovalEvent) => void;

/** Stops a call until a person has answered. */
@Injectable()
export class ApprovalsService {
  constructor(
    private readonly repository: ApprovalsRepository,
    private readonly watch: ApprovalWatch,
    private readonly views: ApprovalViews,
    private readonly policy: PolicyVersions,
    private readonly clock: Clock,
    private readonly config: AppConfig,
    private readonly events: EventBus,
  ) {}

  /**
   * Resolves when the question is answered, ran out of time, or its run was stopped. A question that stands from
   * before a restart is not asked again, unless what would run is not the same any more.
   */
  async ask(caller: Caller, question: ApprovalQuestion, tell: Tell): Promise<ApprovalAnswer> {
    const { tool, argumentsText, context } = question;
    const { conversationId, runId } = context;
    const failure = new ToolRefused(tool.name);
    if (conversationId === null || runId === null) return { isApproved: false, failure };
    if (await this.repository.findRefusal(runId, tool.name, storableText(argumentsText))) {
      return { isApproved: false, failure };
    }
    const kind = kindFingerprint(caller, question);
    const grant = await this.repository.findGrant(conversationId, kind);
    if (grant) return { isApproved: true, argumentsText, approverId: grant.decidedBy };
    const asked = await this.findOrAsk(caller, { question, conversationId, runId }, tell);
    const answered = await this.watch.untilAnswered(asked, context.signal);
    const approval = await this.views.viewFor(caller, answered);
    tell({ type: 'approval_end', callId: context.callId, approval });
    return this.answerOf(answered, argumentsText);
  }

  private async answerOf(answered: Approval, argumentsText: string): Promise<ApprovalAnswer> {
    const { id, tool, status, note, decidedBy, editedArguments } = answered;
    if (status === 'denied') return { isApproved: false, failure: new ToolRefused(tool, note) };
    if (status === 'expired') return { isApproved: false, failure: new ApprovalExpired(tool) };
    const isUsed = status === 'approved' && (await this.repository.use(id, this.clock.now()));
    return isUsed
      ? { isApproved: true, argumentsText: editedArguments ?? argumentsText, approverId: decidedBy }
      : { isApproved: false, failure: new ToolCallCancelled() };
  }

  private async findOrAsk(
    caller: Caller,
    place: { question: ApprovalQuestion; conversationId: string; runId: string },
    tell: Tell,
  ): Promise<Approval> {
    const { question, conversationId, runId } = place;
    const { callId } = question.context;
    const fingerprint = callFingerprint(caller, question);
    const known = await this.repository.findUnused({ runId, callId, fingerprint });
    if (known) return known;
    const row = await this.rowOf(caller, question, { conversationId, runId, fingerprint });
    await this.repository.insert(row);
    tell({ type: 'approval_request', callId, approval: await this.views.viewFor(caller, row) });
    this.events.publish(await this.watch.newsOf(row));
    return row;
  }

  private async rowOf(
    caller: Caller,
    question: ApprovalQuestion,
    place: Pick<Approval, 'conversationId' | 'runId' | 'fingerprint'>,
  ): Promise<Approval> {
    const { tool, argumentsText, decision, context } = question;
    const { approverGroupId } = decision;
    const { rulebook } = await this.policy.inForce();
    const rule = rulebook.document.rules.find(({ id }) => id === decision.ruleId);
    const { timeoutSeconds, groupTimeoutSeconds } = this.config.approvals;
    const seconds = approverGroupId === null ? timeoutSeconds : groupTimeoutSeconds;
    const requestedAt = this.clock.now();
    return {
      ...place,
      id: randomUUID(),
      callId: context.callId,
      ownerId: caller.userId,
      locale: caller.locale,
      tool: tool.name,
      icon: tool.icon,
      arguments: storableText(argumentsText),
      reason: rule?.note ?? '',
      kindFingerprint: kindFingerprint(caller, question),
      approverGroupId,
      // A rule about certain arguments asks because of them; and somebody else's yes is for what they saw (C-021).
      canAllowForConversation: approverGroupId === null && !rule?.conditions.length,
      status: 'pending',
      answer: null,
      requestedAt,
      expiresAt: new Date(requestedAt.getTime() + seconds * 1000),
      decidedAt: null,
      decidedBy: null,
      note: '',
      editedArguments: null,
      usedAt: null,
    };
  }
}
