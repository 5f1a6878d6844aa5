import { Injectable } from '@nestjs/common';
import type { ErrorBody, Locale } from '@/contract/errors';
import type { ToolCallOutcome } from '@/contract/tools';
import { DEFAULT_LOCALE, isDomainError, toErrorBody } from '@/foundation/errors/domain-error';
import type { Caller } from '@/foundation/http/caller';
import { Log } from '@/foundation/logging/log';
import { AuditService } from '@/people/audit/audit.service';
import { PolicyService } from '@/people/policy/policy.service';
import { UsageService } from '@/people/usage/usage.service';
import { RegistryService } from './registry.service';
import { ToolCallCancelled, ToolDenied, ToolNotFound, ToolRefused } from './registry.errors';
import type { Tool, ToolContext, ToolOutput } from './tool';

export interface ToolRequest {
  name: string;
  /** JSON exactly as the model or the person wrote it. */
  argumentsText: string;
  context: ToolContext;
  /** Runs this one instead of what the registry has under the name, e.g. a draft. Everything else is the same. */
  tool?: Tool;
  /** Comes with the call because approvals live upstairs. Without it *ask* means *no*. */
  askApproval?: (tool: Tool, argumentsText: string) => Promise<boolean>;
}

export interface ToolReport {
  output: ToolOutput;
  /** The same for the conversation: message in the caller's language, result as the model reads it. */
  outcome: ToolCallOutcome;
}

/** The language every model is spoken to in; it never changes within a conversation (C-003). */
export const MODEL_LOCALE: Locale = DEFAULT_LOCALE;

/** The one way to run a tool: find → policy → approval → run → audit → usage. Never rejects. */
@Injectable()
export class ToolRunner {
  constructor(
    private readonly registry: RegistryService,
    private readonly policy: PolicyService,
    private readonly audit: AuditService,
    private readonly usage: UsageService,
    private readonly log: Log,
  ) {}

  async run(caller: Caller, request: ToolRequest): Promise<ToolReport> {
    const startedAt = performance.now();
    const output = await this.attempt(caller, request);
    const durationMs = Math.round(performance.now() - startedAt);
    this.record(caller, request, output, durationMs);
    return { output, outcome: outcomeOf(output, caller.locale) };
  }

  private async attempt(caller: Caller, request: ToolRequest): Promise<ToolOutput> {
    const { signal } = request.context;
    try {
      if (signal.aborted) throw new ToolCallCancelled();
      const tool = await this.permitted(caller, request);
      return await untilAborted(signal, tool.call(caller, request.argumentsText, request.context));
    } catch (thrown) {
      if (!isDomainError(thrown)) this.log.error(thrown, `tool ${request.name}`);
      return failedOutput(thrown, caller.locale);
    }
  }

  /** The caller's rights are read anew for every call, whatever was true when the run began. */
  private async permitted(caller: Caller, request: ToolRequest): Promise<Tool> {
    const role = this.policy.roleOf(caller);
    const [tool] = await Promise.all([
      request.tool ?? this.registry.findTool(caller, request.name),
      role,
    ]);
    if (!tool) throw new ToolNotFound(request.name);
    const { effect, reason } = await this.policy.decide(caller, tool, role);
    if (effect === 'deny') {
      // Whose tool it never was hears the same as of a tool that is not there.
      const isUnknown = reason === 'administrators_only' || tool.adminOnly;
      throw isUnknown ? new ToolNotFound(request.name) : new ToolDenied(request.name);
    }
    if (effect === 'ask') await requireApproval(tool, request);
    return tool;
  }

  private record(
    caller: Caller,
    request: ToolRequest,
    output: ToolOutput,
    durationMs: number,
  ): void {
    const { name, context } = request;
    const { conversationId, runId, callId } = context;
    this.audit.recordToolCall(caller, {
      tool: name,
      callId,
      conversationId,
      runId,
      status: output.status,
      code: output.failure === undefined ? null : toErrorBody(output.failure).code,
      durationMs,
    });
    this.usage.recordToolCall(caller, { tool: name, conversationId, runId, durationMs });
  }
}

async function requireApproval(tool: Tool, request: ToolRequest): Promise<void> {
  const isApproved = await request.askApproval?.(tool, request.argumentsText);
  if (!isApproved) throw new ToolRefused(tool.name);
}

/** A stopped run does not wait for a tool that is still cleaning up behind itself. */
function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new ToolCallCancelled());
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function failedOutput(thrown: unknown, locale: Locale): ToolOutput {
  const status =
    thrown instanceof ToolCallCancelled
      ? 'cancelled'
      : thrown instanceof ToolDenied || thrown instanceof ToolRefused
        ? 'denied'
        : 'error';
  return {
    status,
    content: failureContent(toErrorBody(thrown, MODEL_LOCALE)),
    message: toErrorBody(thrown, locale).error,
    failure: thrown,
  };
}

/** Both shapes a model may know: `success` of the custom tools, the four fields of every other tool (D-006). */
export const failureContent = (body: ErrorBody) => ({ success: false, ...body });

function outcomeOf(output: ToolOutput, locale: Locale): ToolCallOutcome {
  const { status, message, content, truncated = false, failure, view, files } = output;
  return {
    status,
    message,
    result: typeof content === 'string' ? content : JSON.stringify(content),
    truncated,
    ...(failure !== undefined && { error: toErrorBody(failure, locale) }),
    ...(view && { view }),
    ...(files && { files }),
  };
}
