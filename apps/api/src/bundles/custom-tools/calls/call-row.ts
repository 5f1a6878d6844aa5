import { randomUUID } from 'node:crypto';
import type { CustomToolResult } from '@/contract/tools';
import { storableText } from '@/foundation/database/storable';
import { toErrorBody } from '@/foundation/errors/domain-error';
import type { Caller } from '@/foundation/http/caller';
import type { ToolContext } from '@/tools/registry/tool';
import type { MaskedEnd } from '../call/execution.service';
import { firstCharacters } from '../call/output';
import { ScriptFailed } from '../custom-tools.errors';
import type { CustomToolCall } from './custom-tool-call.entity';

const MOST_ARGUMENTS = 20_000;
const MOST_MESSAGE = 2_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface FinishedCall {
  end: MaskedEnd;
  /** As the caller was shown it. */
  shown: CustomToolResult;
  argumentsText: string;
  context: ToolContext;
  /** Of the tool's state, as it was when the call began. */
  autoPauseAfter: number | null;
}

export const isTrial = ({ via }: CustomToolCall): boolean => via !== 'chat' && via !== 'rest';

export function callRow(caller: Caller, call: FinishedCall, at: Date): CustomToolCall {
  const { tool, status, failure, mask } = call.end;
  const { callId, conversationId, runId, trial } = call.context;
  const kept = (text: string, most: number) => storableText(firstCharacters(mask.text(text), most));
  return {
    id: UUID.test(callId) ? callId : randomUUID(),
    toolId: tool.id,
    hash: tool.hash,
    via: trial ?? (conversationId === null ? 'rest' : 'chat'),
    callerId: caller.userId,
    callerName: caller.name,
    arguments: caller.role === 'admin' ? kept(call.argumentsText, MOST_ARGUMENTS) : '',
    status,
    code: failure && toErrorBody(failure).code,
    message: kept(messageFor(caller, call), MOST_MESSAGE),
    ...measures(call.end),
    conversationId,
    runId,
    at,
  };
}

/** What a script answers to somebody else's question stays between the two; how it failed is for its author. */
function messageFor({ role, locale }: Caller, { end, shown }: FinishedCall): string {
  const { script, failure } = end;
  if (role === 'admin' || script === null) return shown.message;
  if (!(failure instanceof ScriptFailed)) return failure?.text[locale] ?? '';
  // The name of the exception says what; its text may quote what the person wrote.
  const [name = null] =
    /^[A-Za-z_][\w.]*/.exec(script.stderr.trimEnd().split('\n').at(-1) ?? '') ?? [];
  return new ScriptFailed(script.exitCode, name, false).text[locale];
}

function measures({ script }: MaskedEnd) {
  return {
    elapsedMs: Math.round(script?.elapsedMs ?? 0),
    queuedMs: Math.round(script?.queuedMs ?? 0),
    memoryPeakBytes: script?.memoryPeakBytes ?? null,
  };
}
