import { createHash } from 'node:crypto';
import type { Caller } from '@/foundation/http/caller';
import type { ApprovalQuestion } from '@/tools/registry/approval-question';

/** What a yes is for: tool, its version, the person, who must say it, and the policy (S-45). */
export function kindFingerprint(caller: Caller, { tool, decision }: ApprovalQuestion): string {
  return hashOf([
    caller.userId,
    tool.name,
    tool.version ?? '',
    decision.policyVersion,
    decision.ruleId ?? decision.reason,
    decision.approverGroupId ?? '',
  ]);
}

/** The same for one call: with its exact arguments. */
export const callFingerprint = (caller: Caller, question: ApprovalQuestion): string =>
  hashOf([kindFingerprint(caller, question), question.argumentsText]);

const hashOf = (facts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('hex');
