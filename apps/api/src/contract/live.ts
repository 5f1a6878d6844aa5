import type { ApprovalAnswer, ApprovalView } from './approvals';
import type { ConversationRow, RunEvent, RunRow } from './chat';
import type { ErrorBody, Locale } from './errors';
import type { Me } from './people';

/** Every command is acknowledged with one of these. */
export type Ack<T> = { ok: true; data: T } | { ok: false; error: ErrorBody };

/** What the browser sends. `clientRequestId` makes a repeat harmless: the first answer is given again. */
export interface LiveCommands {
  /** Start receiving a conversation's events; those after `afterSeq` come first. Also resumes after a lost connection. */
  'conversation.watch': {
    body: { conversationId: string; afterSeq: number };
    answer: { lastSeq: number; activeRun: RunRow | null };
  };
  'conversation.unwatch': { body: { conversationId: string }; answer: Record<string, never> };
  /** Without a conversation a new one is made. Watching starts by itself. */
  'run.start': {
    body: { clientRequestId: string; conversationId?: string; text: string; modelId: string };
    answer: { conversationId: string; runId: string };
  };
  /** Go on after the step limit, a stop or a failure. */
  'run.continue': {
    body: { clientRequestId: string; conversationId: string; modelId: string };
    answer: { conversationId: string; runId: string };
  };
  'run.stop': { body: { runId: string }; answer: { stopped: boolean } };
  /** A person calls a tool by hand (`/calc {"a":1}`); needs no model. `arguments` is JSON text. */
  'tool.call': {
    body: { clientRequestId: string; conversationId?: string; tool: string; arguments: string };
    answer: { conversationId: string; runId: string };
  };
  'approval.answer': { body: { approvalId: string } & ApprovalAnswer; answer: ApprovalView };
}

/** What the server sends. */
export interface LiveNews {
  'run.events': { conversationId: string; events: RunEvent[] };
  /** A conversation of the person was made, renamed, started, finished or removed (`conversation` null). */
  'conversation.changed': { conversationId: string; conversation: ConversationRow | null };
  /** Something the person may answer, or has asked, changed: whoever shows it asks for it anew. */
  'approvals.changed': Record<string, never>;
  /** To administrators: the ledger grew up to this place; whoever shows it asks for what came after. */
  'ledger.changed': { lastSeq: number };
  /** To administrators: something that should be looked at, with the path of the page. */
  'admin.notice': { title: string; text: string; link: string };
  'me.changed': { me: Me };
  /** Sent just before the server closes the socket for good. */
  'session.ended': { reason: 'logged_out' | 'disabled' | 'expired' | 'password_changed' };
}

/** Sent in the socket's `auth` object with the connection. */
export interface LiveHandshake {
  locale: Locale;
}
