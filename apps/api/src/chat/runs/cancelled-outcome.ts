import type { Locale } from '@/contract/errors';
import type { ToolCallOutcome } from '@/contract/tools';
import { toErrorBody } from '@/foundation/errors/domain-error';
import { ToolCallCancelled } from '@/tools/registry/registry.errors';
import type { ActiveRun } from './journal/active-run';
import { failureContent, MODEL_LOCALE } from '@/tools/registry/tool-runner.service';

/** The end of a call that never got one by itself: its run was stopped or its server died. */
export function cancelledOutcome(locale: Locale): ToolCallOutcome {
  const cause = new ToolCallCancelled();
  const error = toErrorBody(cause, locale);
  return {
    status: 'cancelled',
    message: error.error,
    result: JSON.stringify(failureContent(toErrorBody(cause, MODEL_LOCALE))),
    truncated: false,
    error,
  };
}

/** A call that was started and has no end yet gets one: cancelled (C-032). Those in `waiting` go on some day. */
export function closeCalls({ log, caller }: ActiveRun, waiting: readonly string[] = []): void {
  for (const { callId, startedAt } of log.draft.openCalls()) {
    if (waiting.includes(callId)) continue;
    const durationMs = Date.now() - Date.parse(startedAt);
    const outcome = cancelledOutcome(caller.locale);
    log.append({ type: 'tool_call_end', callId, durationMs, outcome });
  }
}
