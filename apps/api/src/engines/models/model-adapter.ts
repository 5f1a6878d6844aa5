import type { ProviderKind } from '@/contract/models';
import type { JsonSchema } from '@/contract/tools';

/** Where a provider is reached. The key is already decrypted and lives no longer than the request. */
export interface ModelConnection {
  baseUrl: string;
  key: string | null;
}

export interface ModelTool {
  name: string;
  description: string;
  inputSchema: JsonSchema;
}

export interface ModelToolCall {
  id: string;
  name: string;
  /** JSON text as the model wrote it. */
  arguments: string;
}

export type ModelMessage =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; toolCalls: ModelToolCall[] }
  | { role: 'tool'; callId: string; name: string; content: string; isError: boolean };

/** The parts stand in the order they are sent: whatever may change comes last (C-004). */
export interface ModelRequest {
  model: string;
  tools: ModelTool[];
  system: string;
  messages: ModelMessage[];
  /** `none` offers the tools (so that the prefix stays the same) and forbids calling them. */
  toolChoice: 'auto' | 'none';
}

export type StopReason = 'end' | 'tool_calls' | 'length' | 'refusal';

/** A tool call is reported once and whole, however many fragments it came in. */
export type ModelEvent =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'tool_call'; call: ModelToolCall }
  | { type: 'usage'; inputTokens: number; outputTokens: number; cachedTokens: number }
  | { type: 'stop'; reason: StopReason };

/** One wire format. */
export abstract class ModelAdapter {
  abstract readonly kind: ProviderKind;
  /** @throws ProviderRefused, ProviderUnreachable, ProviderBroken, ProviderLimited (models.errors.ts) */
  abstract stream(
    connection: ModelConnection,
    request: ModelRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ModelEvent>;
  /** Names of the provider's models. */
  abstract listModels(connection: ModelConnection, signal: AbortSignal): Promise<string[]>;
}
