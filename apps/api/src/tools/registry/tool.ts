import { toJSONSchema, type ZodType, type infer as Infer } from 'zod';
import type { JsonSchema, ResultFile, ResultView, ToolCallStatus } from '@/contract/tools';
import { checkInput } from '@/foundation/errors/check-input';
import type { Caller } from '@/foundation/http/caller';
import type { ToolCategoryId } from '@/people/policy/tool-categories';
import { parseArguments } from './tool-arguments';

/** What a run knows while a tool works. Who asks is a parameter of its own, never part of this. */
export interface ToolContext {
  callId: string;
  conversationId: string | null;
  runId: string | null;
  /** The model that asks; absent when a person does. */
  modelId?: string;
  /** Whether results from outside stand in the conversation (S-43); absent when nobody knows. */
  afterUntrusted?: boolean;
  /** Aborted when the run stops: the tool ends what it began. */
  signal: AbortSignal;
  /** Its author tries the tool, in the workshop or as a draft in a chat; absent, somebody uses it. */
  trial?: 'panel' | 'test' | 'draft';
  /** Live output for the person who watches; pieces end at whole characters. */
  onOutput?: (stream: 'stdout' | 'stderr', text: string) => void;
  /** The work itself began, after waiting this long for its turn; told once. */
  onStarted?: (queuedMs: number) => void;
}

/** What a tool hands back. Failures the model should know of are results too, not exceptions. */
export interface ToolOutput {
  status: ToolCallStatus;
  /** Plain JSON for the model. */
  content: unknown;
  /** One or a few lines for the card in chat. */
  message: string;
  truncated?: boolean;
  /** What people see instead of the message. */
  view?: ResultView;
  files?: ResultFile[];
  /** What was thrown, or the case behind a status other than `completed`. */
  failure?: unknown;
  /** For the ledger: where it ran and how long it waited for that. */
  work?: { containerId: string | null; queuedMs: number };
  /** The arguments without what the tool knows to be secret; absent, it knows of nothing. */
  argumentsShown?: string;
  /** For the administrator who tries a tool; never shown to a model nor stored with a conversation. */
  details?: unknown;
}

/** One ability of the model. Risk, policy, approval, audit and limits are the runner's business, never the tool's. */
export interface Tool {
  /** Matches `^[a-zA-Z0-9_-]{1,64}$`; unique over all bundles. */
  name: string;
  category: ToolCategoryId;
  /** Written for a model. */
  description: string;
  inputSchema: JsonSchema;
  /** True unless the tool only looks (C-008, D-005). */
  dangerous: boolean;
  /** True when no policy may ever give it to ordinary users. */
  adminOnly: boolean;
  /** Names of the groups that may have it, with administrators; absent, its own files leave it to the policy. */
  audienceGroups?: readonly string[];
  /** Its results come from other systems, so they are nobody's instructions (S-43). */
  outside?: boolean;
  icon: string | null;
  /** Changes whenever the tool does something else than before; a yes is for one version (S-45). */
  version?: string;
  /** True: it answers, with a reason, but nobody is offered it. */
  paused?: boolean;
  /**
   * `argumentsText` is JSON exactly as the caller wrote it; numbers beyond 2^53 are still whole in it.
   * @throws DomainError when the arguments do not fit, or the tool cannot work at all
   */
  call(caller: Caller, argumentsText: string, context: ToolContext): Promise<ToolOutput>;
}

interface ToolDefinition<Schema extends ZodType> {
  name: string;
  category: ToolCategoryId;
  description: string;
  input: Schema;
  dangerous?: boolean;
  adminOnly?: boolean;
  icon?: string;
  run(input: Infer<Schema>, context: ToolContext & { caller: Caller }): Promise<ToolOutput>;
}

/** A tool written in TypeScript: the zod schema gives the model its JSON Schema and `run` its types. */
export function defineTool<Schema extends ZodType>(definition: ToolDefinition<Schema>): Tool {
  const { name, category, description, input, run } = definition;
  return {
    name,
    category,
    description,
    inputSchema: toJSONSchema(input) as JsonSchema,
    dangerous: definition.dangerous ?? true,
    adminOnly: definition.adminOnly ?? false,
    icon: definition.icon ?? null,
    call: (caller, argumentsText, context) =>
      run(checkInput(input, parseArguments(argumentsText)), { ...context, caller }),
  };
}
