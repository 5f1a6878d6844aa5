import { Injectable } from '@nestjs/common';
import type { ApprovalView } from '@/contract/approvals';
import type { Texts } from '@/foundation/errors/domain-error';
import type { Caller } from '@/foundation/http/caller';
import { GroupsService } from '@/people/groups/groups.service';
import { AccountsService } from '@/people/users/accounts.service';
import type { Approval } from './approval.entity';

const GONE: Texts = { en: '(deleted)', 'zh-CN': '（已删除）' };

const DANGEROUS: Texts = {
  en: 'This tool can change things outside the conversation.',
  'zh-CN': '该工具可能改变对话之外的内容。',
};

/** Questions as people see them: with names, and whether they may answer. */
@Injectable()
export class ApprovalViews {
  constructor(
    private readonly accounts: AccountsService,
    private readonly groups: GroupsService,
  ) {}

  async viewsFor(caller: Caller, rows: readonly Approval[]): Promise<ApprovalView[]> {
    const people = rows.flatMap(({ ownerId, decidedBy }) => [ownerId, decidedBy ?? []].flat());
    const groupIds = [...new Set(rows.flatMap(({ approverGroupId }) => approverGroupId ?? []))];
    const [names, own, groups] = await Promise.all([
      this.accounts.namesOf(people),
      this.groups.groupsOf(caller),
      Promise.all(groupIds.map(async (id) => [id, await this.groups.findName(id)] as const)),
    ]);
    const facts = { caller, names, own: own.map(({ id }) => id), groups: new Map(groups) };
    return rows.map((row) => viewOf(row, facts));
  }

  async viewFor(caller: Caller, row: Approval): Promise<ApprovalView> {
    const [view] = await this.viewsFor(caller, [row]);
    return view as ApprovalView;
  }
}

/** Where a group must answer, its people do, but never who asks; otherwise who asks does (C-020). */
export const mayAnswer = (
  { ownerId, approverGroupId }: Pick<Approval, 'ownerId' | 'approverGroupId'>,
  userId: string,
  groupIds: readonly string[],
): boolean =>
  approverGroupId === null
    ? ownerId === userId
    : ownerId !== userId && groupIds.includes(approverGroupId);

interface Facts {
  caller: Caller;
  names: ReadonlyMap<string, string>;
  own: readonly string[];
  groups: ReadonlyMap<string, string | null>;
}

function viewOf(row: Approval, { caller, names, own, groups }: Facts): ApprovalView {
  const { approverGroupId, decidedBy, reason } = row;
  const gone = GONE[caller.locale];
  const nameOf = (userId: string) => names.get(userId) ?? gone;
  return {
    id: row.id,
    status: row.status,
    conversationId: row.conversationId,
    runId: row.runId,
    callId: row.callId,
    tool: row.tool,
    icon: row.icon,
    ownerId: row.ownerId,
    ownerName: nameOf(row.ownerId),
    arguments: row.arguments,
    reason: reason === '' ? DANGEROUS[caller.locale] : reason,
    fingerprint: row.fingerprint,
    approverGroup:
      approverGroupId === null
        ? null
        : { id: approverGroupId, name: groups.get(approverGroupId) ?? gone },
    canAnswer: row.status === 'pending' && mayAnswer(row, caller.userId, own),
    canAllowForConversation: row.canAllowForConversation,
    requestedAt: row.requestedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decidedByName: decidedBy === null ? null : nameOf(decidedBy),
    note: row.note,
    editedArguments: row.editedArguments,
  };
}
