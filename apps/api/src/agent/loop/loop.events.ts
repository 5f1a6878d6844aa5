import type { RunEventBody } from '@/contract/chat';
import type { ModelMessage, ModelToolCall } from '@/engines/models/model-adapter';

export interface LoopRequest {
  conversationId: string;
  runId: string;
  modelId: string;
  /** The conversation so far, the newest question last. Never changed, only added to. */
  messages: ModelMessage[];
  /** Model steps with tool calls before it must answer (C-029). */
  maxToolSteps: number;
  signal: AbortSignal;
  /** Where a run goes on that waited for a person while no server worked on it. */
  openStep?: OpenStep;
}

/** A step whose calls do not all have a result yet; what the model said in it is the last message. */
export interface OpenStep {
  step: number;
  /** In the order of the calls. */
  calls: { call: ModelToolCall; result: ModelMessage | null }[];
}

type Body<Type extends RunEventBody['type']> = Extract<RunEventBody, { type: Type }>;

/** What happens in a loop, in order. The run numbers and stores it; a text delta's offset is the run's to know. */
export type LoopEvent =
  | Body<
      | 'step_start'
      | 'reasoning_delta'
      | 'tool_call_start'
      | 'tool_call_end'
      | 'approval_request'
      | 'approval_end'
      | 'usage'
      | 'notice'
    >
  | Omit<Body<'text_delta'>, 'offset'>;
