import type { DomainError } from '@/foundation/errors/domain-error';
import type { PolicyDecision } from '@/people/policy/policy.service';
import type { Tool, ToolContext } from './tool';

/** May this very call run? */
export interface ApprovalQuestion {
  tool: Tool;
  /** JSON as it would run. */
  argumentsText: string;
  decision: PolicyDecision;
  context: ToolContext;
}

/** Edited arguments come back with the yes; the policy looks at them again. */
export type ApprovalAnswer =
  | { isApproved: true; argumentsText: string; approverId: string | null }
  | { isApproved: false; failure: DomainError };

export type AskApproval = (question: ApprovalQuestion) => Promise<ApprovalAnswer>;
