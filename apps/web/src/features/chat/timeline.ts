import type { ApprovalView } from '@contract/approvals';
import type { RunEvent, RunRow } from '@contract/chat';
import type { ErrorBody } from '@contract/errors';
import type { ToolCallOutcome } from '@contract/tools';

interface EntryHead {
  /** Number of the event it began with. */
  seq: number;
  at: string;
  step: number;
}

export type TimelineEntry = EntryHead &
  (
    | { kind: 'run'; trigger: RunRow['trigger']; modelId: string | null }
    | {
        kind: 'step';
        inputTokens: number | null;
        outputTokens: number | null;
        cachedTokens: number | null;
        endedAt: string | null;
      }
    | { kind: 'text' | 'thinking'; chars: number; endedAt: string }
    | {
        kind: 'call';
        callId: string;
        tool: string;
        icon: string | null;
        arguments: string;
        durationMs: number | null;
        outcome: ToolCallOutcome | null;
        approval?: ApprovalView;
      }
    | { kind: 'notice'; text: string }
    | {
        kind: 'end';
        status: Exclude<RunRow['status'], 'running' | 'waiting'>;
        error: ErrorBody | null;
        durationMs: number;
      }
  );

/** Everything that happened in a conversation's runs (C-031), summed up so that 30,000 words are one entry. */
export interface Timeline {
  lastSeq: number;
  entries: TimelineEntry[];
}

export const emptyTimeline = (): Timeline => ({ lastSeq: 0, entries: [] });

/** Takes what follows on `lastSeq` without a gap and leaves the rest: it is loaded later, in order. */
export function addToTimeline(timeline: Timeline, events: readonly RunEvent[]): void {
  for (const event of events) {
    if (event.seq !== timeline.lastSeq + 1) continue;
    timeline.lastSeq = event.seq;
    take(timeline.entries, event);
  }
}

function take(entries: TimelineEntry[], event: RunEvent): void {
  const head = { seq: event.seq, at: event.at, step: entries.at(-1)?.step ?? 0 };
  switch (event.type) {
    case 'run_start': {
      const { trigger, modelId } = event.run;
      entries.push({ ...head, step: 0, kind: 'run', trigger, modelId });
      return;
    }
    case 'step_start':
      entries.push({ ...head, kind: 'step', step: event.step, ...NO_TOKENS, endedAt: null });
      return;
    case 'text_delta':
      return addChars(entries, {
        ...head,
        kind: 'text',
        chars: event.text.length,
        endedAt: event.at,
      });
    case 'reasoning_delta':
      return addChars(entries, {
        ...head,
        kind: 'thinking',
        chars: event.text.length,
        endedAt: event.at,
      });
    case 'notice':
      entries.push({ ...head, kind: 'notice', text: event.text });
      return;
    case 'tool_call_start': {
      const { callId, tool, icon, step, arguments: text } = event;
      const call = { callId, tool, icon, step, arguments: text };
      entries.push({ ...head, ...call, kind: 'call', durationMs: null, outcome: null });
      return;
    }
    case 'approval_request':
    case 'approval_end': {
      const call = openCallOf(entries, event.callId);
      if (call) call.approval = event.approval;
      return;
    }
    default:
      return finish(entries, event, head);
  }
}

const NO_TOKENS = { inputTokens: null, outputTokens: null, cachedTokens: null };

function finish(
  entries: TimelineEntry[],
  event: Extract<RunEvent, { type: 'tool_call_end' | 'usage' | 'run_end' }>,
  head: EntryHead,
): void {
  if (event.type === 'run_end') {
    const began = entries.findLast(({ kind }) => kind === 'run')?.at ?? event.at;
    const durationMs = Date.parse(event.at) - Date.parse(began);
    const { status, error } = event;
    entries.push({ ...head, kind: 'end', status, error, durationMs });
  } else if (event.type === 'tool_call_end') {
    const { durationMs, outcome } = event;
    const call = openCallOf(entries, event.callId);
    if (call) Object.assign(call, { durationMs, outcome });
  } else {
    const { inputTokens, outputTokens, cachedTokens, at: endedAt } = event;
    const step = entries.findLast((entry) => entry.kind === 'step' && entry.step === event.step);
    if (step) Object.assign(step, { inputTokens, outputTokens, cachedTokens, endedAt });
  }
}

const openCallOf = (entries: readonly TimelineEntry[], callId: string) =>
  entries
    .filter((entry) => entry.kind === 'call')
    .findLast((entry) => entry.callId === callId && !entry.outcome);

type CharsEntry = Extract<TimelineEntry, { kind: 'text' | 'thinking' }>;

function addChars(entries: TimelineEntry[], entry: CharsEntry): void {
  const last = entries.at(-1);
  if (last?.kind !== entry.kind) entries.push(entry);
  else
    Object.assign(last, {
      chars: (last as CharsEntry).chars + entry.chars,
      endedAt: entry.endedAt,
    });
}

/** True for what is going on right now: the entry that may move. */
export function isOpenEntry(entry: TimelineEntry, isLast: boolean): boolean {
  if (entry.kind === 'call') return !entry.outcome;
  return isLast && entry.kind !== 'end' && entry.kind !== 'notice';
}
