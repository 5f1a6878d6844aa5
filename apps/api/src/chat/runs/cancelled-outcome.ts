import type { Locale } from '@/contract/errors';
import type { ToolCallOutcome } from '@/contract/tools';
import { toErrorBody } from '@/foundation/errors/domain-error';
import { ToolCallCancelled } from '@/tools/registry/registry.errors';
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
