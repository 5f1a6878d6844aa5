import { Injectable } from '@nestjs/common';
import type { ErrorBody, Locale } from '@/contract/errors';
import type { ToolCallOutcome } from '@/contract/tools';
import { DEFAULT_LOCALE, isDomainError, toErrorBody } from '@/foundation/errors/domain-error';
import type { Caller } from '@/foundation/http/caller';
import { Log } from '@/foundation/logging/log';
import { AuditService } from '@/people/audit/audit.service';
import { UsageService } from '@/people/usage/usage.service';
import { ToolCallCancelled } from './registry.errors';
import type { ToolOutput } from './tool';
import { ToolGate, type ToolRequest, type ToolTrace } from './tool-gate.service';

const NOTHING_YET = { decision: null, toolVersion: null, approverId: null };

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
    private readonly gate: ToolGate,
    private readonly audit: AuditService,
    private readonly usage: UsageService,
    private readonly log: Log,
  ) {}

  async run(caller: Caller, request: ToolRequest): Promise<ToolReport> {
    const startedAt = performance.now();
    const { argumentsText } = request;
    const trace: ToolTrace = { ...NOTHING_YET, argumentsText };
    const output = await this.attempt(caller, request, trace);
    const durationMs = Math.round(performance.now() - startedAt);
    this.record(caller, request, { trace, output, durationMs });
    return { output, outcome: outcomeOf(output, caller.locale) };
  }

  private async attempt(
    caller: Caller,
    request: ToolRequest,
    trace: ToolTrace,
  ): Promise<ToolOutput> {
    const { signal } = request.context;
    try {
      if (signal.aborted) throw new ToolCallCancelled();
      const tool = await untilAborted(signal, this.gate.admit(caller, request, trace));
      return await untilAborted(signal, tool.call(caller, trace.argumentsText, request.context));
    } catch (thrown) {
      if (!isDomainError(thrown)) this.log.error(thrown, `tool ${request.name}`);
      return failedOutput(thrown, caller.locale);
    }
  }

  private record(
    caller: Caller,
    { name, context }: ToolRequest,
    end: { trace: ToolTrace; output: ToolOutput; durationMs: number },
  ): void {
    const { trace, output, durationMs } = end;
    const { conversationId, runId, callId, modelId = null, trial = null } = context;
    const { decision, approverId, toolVersion } = trace;
    this.audit.recordToolCall(caller, {
      ...{ tool: name, toolVersion, modelId, callId, conversationId, runId, trial },
      status: output.status,
      code: output.failure === undefined ? null : toErrorBody(output.failure).code,
      durationMs,
      ...{ decision, approverId },
      containerId: output.work?.containerId ?? null,
      queuedMs: output.work?.queuedMs ?? 0,
      argumentsText: output.argumentsShown ?? trace.argumentsText,
      resultText: textOf(output.content),
    });
    this.usage.recordToolCall(caller, { tool: name, conversationId, runId, durationMs });
  }
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
      : isDomainError(thrown) && thrown.kind === 'forbidden'
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

const textOf = (content: unknown): string =>
  typeof content === 'string' ? content : JSON.stringify(content);

function outcomeOf(output: ToolOutput, locale: Locale): ToolCallOutcome {
  const { status, message, content, truncated = false, failure, view, files } = output;
  return {
    status,
    message,
    result: textOf(content),
    truncated,
    ...(failure !== undefined && { error: toErrorBody(failure, locale) }),
    ...(view && { view }),
    ...(files && { files }),
  };
}
