import type { StoredCall } from '@/contract/ledger';
import type { PolicyEffect, PolicyReason } from '@/contract/policy';
import type { ToolCallStatus } from '@/contract/tools';
import type { LedgerNote } from './ledger-chain';
import { maskArguments } from './mask-arguments';

/** One tool call, as the runner knows it when it ended. */
export interface ToolCallDeed {
  tool: string;
  toolVersion: string | null;
  modelId: string | null;
  callId: string;
  conversationId: string | null;
  runId: string | null;
  status: ToolCallStatus;
  code: string | null;
  durationMs: number;
  /** Null when the call never came as far as the policy. */
  decision: {
    effect: PolicyEffect;
    reason: PolicyReason;
    ruleId: string | null;
    policyVersion: number | null;
  } | null;
  approverId: string | null;
  containerId: string | null;
  queuedMs: number;
  /** As it ran, with the tool's own secrets hidden already. */
  argumentsText: string;
  resultText: string;
  trial: string | null;
}

export function toolCallNote(at: Date, actorId: string, deed: ToolCallDeed): LedgerNote {
  const { tool, conversationId, runId, status, trial, argumentsText } = deed;
  const masked = maskArguments(argumentsText);
  return {
    at,
    actorId,
    kind: 'tool_call',
    action: 'tool.call',
    subject: tool,
    outcome: status,
    effect: deed.decision?.effect ?? null,
    conversationId,
    runId,
    call: { ...storedCall(deed), argumentsMasked: masked?.isMasked ?? true },
    arguments: masked?.text ?? null,
    facts: trial === null ? {} : { trial },
  };
}

function storedCall(deed: ToolCallDeed): Omit<StoredCall, 'argumentsMasked'> {
  const { callId, toolVersion, modelId, approverId, containerId, status, code } = deed;
  const { reason = null, ruleId = null, policyVersion = null } = deed.decision ?? {};
  return {
    ...{ callId, toolVersion, modelId, reason, ruleId, policyVersion, approverId },
    containerId,
    queuedMs: deed.queuedMs,
    runMs: Math.max(0, deed.durationMs - deed.queuedMs),
    argumentBytes: Buffer.byteLength(deed.argumentsText),
    resultBytes: Buffer.byteLength(deed.resultText),
    resultTokens: tokensOf(deed.resultText),
    ...{ status, code },
  };
}

/** Four letters a token, one sign of a script without spaces a token: near enough for a ledger. */
function tokensOf(text: string): number {
  const wide = text.match(/[\u3000-\u9fff\uac00-\ud7ff\uf900-\uffef]/g)?.length ?? 0;
  return wide + Math.ceil((text.length - wide) / 4);
}
