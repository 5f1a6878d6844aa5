import type { ApprovalView } from './approvals';
import type { ErrorBody } from './errors';
import type { ToolCallOutcome } from './tools';

export interface ConversationRow {
  id: string;
  title: string;
  /** Model the last run used; null before the first one. */
  modelId: string | null;
  createdAt: string;
  updatedAt: string;
  /** True while a run is in the making. */
  isRunning: boolean;
}

/** `GET /api/conversations?q=&cursor=` → newest first, 50 a page. */
export interface ConversationPage {
  items: ConversationRow[];
  nextCursor: string | null;
}

/** `waiting`: no server works on it; the answer to one of its questions, or their time-out, makes it go on. */
export type RunStatus = 'running' | 'waiting' | 'completed' | 'stopped' | 'failed' | 'interrupted';
export type RunTrigger = 'message' | 'continue' | 'manual';

export interface RunRow {
  id: string;
  conversationId: string;
  trigger: RunTrigger;
  status: RunStatus;
  modelId: string | null;
  startedAt: string;
  endedAt: string | null;
  error: ErrorBody | null;
  /** True when the step limit ended it and "continue" makes sense. */
  canContinue: boolean;
}

export type MessagePart = TextPart | ToolCallPart;

export interface TextPart {
  type: 'text';
  text: string;
}

export interface ToolCallPart {
  type: 'tool_call';
  callId: string;
  tool: string;
  icon: string | null;
  /** JSON text exactly as the model wrote it (or as it was sent by hand). */
  arguments: string;
  step: number;
  startedAt: string;
  /** Null while running. */
  durationMs: number | null;
  outcome: ToolCallOutcome | null;
  /** Set when a person was asked whether it may run. */
  approval?: ApprovalView;
}

/** One question, or everything one run answered. */
export interface Message {
  id: string;
  conversationId: string;
  role: 'user' | 'assistant';
  runId: string;
  parts: MessagePart[];
  createdAt: string;
}

/**
 * `GET /api/conversations/:conversationId`.
 * `lastSeq` is the newest event contained in `messages`; watch from there to miss nothing.
 * `PATCH` takes `{title}`, `DELETE` answers 204.
 */
export interface ConversationDetail {
  conversation: ConversationRow;
  messages: Message[];
  runs: RunRow[];
  lastSeq: number;
}

/** `GET /api/conversations/:conversationId/events?afterSeq=&limit=` → `{items: RunEvent[]}`, at most 1,000. */
export type RunEvent = RunEventHead & RunEventBody;

export interface RunEventHead {
  /** Grows by one per event of a conversation, without gaps. */
  seq: number;
  runId: string;
  /** UTC ISO time with milliseconds. */
  at: string;
}

export type RunEventBody =
  | { type: 'run_start'; run: RunRow; userMessage: Message | null; assistantMessageId: string }
  /** The model is being asked; `step` starts at 1. */
  | { type: 'step_start'; step: number }
  /** `offset` is the length of the message's text so far in UTF-16 units, so a client can see a gap. */
  | { type: 'text_delta'; text: string; offset: number }
  | { type: 'reasoning_delta'; text: string }
  | {
      type: 'tool_call_start';
      callId: string;
      tool: string;
      icon: string | null;
      arguments: string;
      step: number;
    }
  | { type: 'tool_call_end'; callId: string; durationMs: number; outcome: ToolCallOutcome }
  /** A person is asked whether the call may run. `canAnswer` is said for the owner of the conversation. */
  | { type: 'approval_request'; callId: string; approval: ApprovalView }
  /** It was answered, or ran out of time. */
  | { type: 'approval_end'; callId: string; approval: ApprovalView }
  | {
      type: 'usage';
      step: number;
      inputTokens: number;
      outputTokens: number;
      cachedTokens: number;
    }
  | { type: 'notice'; code: 'step_limit' | 'length_limit'; text: string }
  | {
      type: 'run_end';
      status: Exclude<RunStatus, 'running' | 'waiting'>;
      error: ErrorBody | null;
      canContinue: boolean;
    };
