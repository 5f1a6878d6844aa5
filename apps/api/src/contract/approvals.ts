export type ApprovalStatus = 'pending' | 'approved' | 'denied' | 'expired' | 'cancelled';

/** One question to a human: may this call run? Part of its tool call in the conversation, and of the inbox. */
export interface ApprovalView {
  id: string;
  status: ApprovalStatus;
  conversationId: string;
  runId: string;
  callId: string;
  tool: string;
  icon: string | null;
  /** Who asks. */
  ownerId: string;
  ownerName: string;
  /** JSON text, whole; the page shows 500 characters first (C-016). */
  arguments: string;
  /** Why it asks, in the caller's language: the note of the rule, or that the tool is dangerous. */
  reason: string;
  /** Binds an answer to tool, arguments, versions and person (S-45); goes back with the answer. */
  fingerprint: string;
  /** Set when somebody else than the owner must answer. */
  approverGroup: { id: string; name: string } | null;
  /** Whether the person who reads this may answer. */
  canAnswer: boolean;
  canAllowForConversation: boolean;
  requestedAt: string;
  expiresAt: string;
  decidedAt: string | null;
  decidedByName: string | null;
  /** What the person who denied told the model. */
  note: string;
  /** What ran instead, when the arguments were edited. */
  editedArguments: string | null;
}

export type ApprovalAnswerKind = 'allow' | 'allow_for_conversation' | 'deny';

/**
 * `approval.answer` on the socket, `POST /api/approvals/:approvalId/answer` → ApprovalView.
 * 409 `approval_decided` when another answer was first, or nobody answered in time;
 * 409 `approval_changed` when the fingerprint is another.
 */
export interface ApprovalAnswer {
  answer: ApprovalAnswerKind;
  fingerprint: string;
  /** With `deny`: a sentence for the model. */
  note?: string;
  /** With `allow`: JSON text that runs instead. */
  arguments?: string;
}

/** `GET /api/approvals?state=pending|decided` → own ones and those the person may answer for others, newest first. */
export interface ApprovalPage {
  items: ApprovalView[];
}
