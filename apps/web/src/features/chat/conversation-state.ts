import { addToTimeline, emptyTimeline, type Timeline } from './timeline';
import type {
  ConversationDetail,
  Message,
  MessagePart,
  RunEvent,
  RunRow,
  ToolCallPart,
} from '@contract/chat';

/** A conversation as this browser knows it: what the server told plus every event since. */
export interface ConversationState {
  title: string;
  modelId: string | null;
  messages: Message[];
  runs: RunRow[];
  lastSeq: number;
  /** Kind of the newest event heard here; null when nothing was heard yet. */
  lastKind: RunEvent['type'] | null;
  /** Grows with the events once the aside has loaded what lies before them. */
  timeline: Timeline;
}

/** Id of a question that was typed here and is not confirmed yet. */
export const PENDING = 'pending';

export const emptyState = (): ConversationState => ({
  title: '',
  modelId: null,
  messages: [],
  runs: [],
  lastSeq: 0,
  lastKind: null,
  timeline: emptyTimeline(),
});

export function stateOf({
  conversation,
  messages,
  runs,
  lastSeq,
}: ConversationDetail): ConversationState {
  const { title, modelId } = conversation;
  return { ...emptyState(), title, modelId, messages, runs, lastSeq };
}

/** What the server just told, with what only this browser knows: an unconfirmed question, the timeline so far. */
export function corrected(known: ConversationState, fresh: ConversationState): ConversationState {
  const pending = known.messages.filter(({ id }) => id === PENDING);
  return { ...fresh, messages: [...fresh.messages, ...pending], timeline: known.timeline };
}

export function addPending(state: ConversationState, text: string): void {
  state.messages.push({
    id: PENDING,
    conversationId: '',
    role: 'user',
    runId: PENDING,
    parts: [{ type: 'text', text }],
    createdAt: new Date().toISOString(),
  });
}

export function removePending(state: ConversationState): void {
  state.messages = state.messages.filter(({ id }) => id !== PENDING);
}

/**
 * Takes events in, in order and each once. False when one is missing: the caller watches again from `lastSeq`
 * and gets it. The sum is the same one the server makes, so the text is equal byte for byte.
 */
export function applyEvents(state: ConversationState, events: readonly RunEvent[]): boolean {
  for (const event of events) {
    if (event.seq <= state.lastSeq) continue;
    if (event.seq !== state.lastSeq + 1) return false;
    state.lastSeq = event.seq;
    state.lastKind = event.type;
    applyOne(state, event);
    addToTimeline(state.timeline, [event]);
  }
  return true;
}

function applyOne(state: ConversationState, event: RunEvent): void {
  if (event.type === 'run_start') startRun(state, event);
  else if (event.type === 'run_end') endRun(state, event);
  else if (event.type === 'text_delta') addText(partsOf(state, event.runId), event.text);
  else if (event.type === 'tool_call_start') partsOf(state, event.runId).push(openCall(event));
  else if (event.type === 'tool_call_end') endCall(partsOf(state, event.runId), event);
  else if (event.type === 'approval_request' || event.type === 'approval_end') {
    const call = openCallOf(partsOf(state, event.runId), event.callId);
    if (call) call.approval = event.approval;
  }
}

function startRun(state: ConversationState, event: Extract<RunEvent, { type: 'run_start' }>): void {
  removePending(state);
  const { run, userMessage, assistantMessageId } = event;
  state.runs = [...state.runs.filter(({ id }) => id !== run.id), run];
  state.modelId = run.modelId ?? state.modelId;
  if (userMessage && !state.messages.some(({ id }) => id === userMessage.id)) {
    state.messages.push(userMessage);
  }
  if (state.messages.some(({ id }) => id === assistantMessageId)) return;
  state.messages.push({
    id: assistantMessageId,
    conversationId: run.conversationId,
    role: 'assistant',
    runId: run.id,
    parts: [],
    createdAt: run.startedAt,
  });
}

function endRun(state: ConversationState, event: Extract<RunEvent, { type: 'run_end' }>): void {
  const { status, error, canContinue, at } = event;
  const run = state.runs.find(({ id }) => id === event.runId);
  if (run) Object.assign(run, { status, error, canContinue, endedAt: at });
}

const partsOf = (state: ConversationState, runId: string): MessagePart[] =>
  state.messages.find((message) => message.runId === runId && message.role === 'assistant')
    ?.parts ?? [];

function addText(parts: MessagePart[], text: string): void {
  const last = parts.at(-1);
  if (last?.type === 'text') last.text += text;
  else parts.push({ type: 'text', text });
}

function openCall(event: Extract<RunEvent, { type: 'tool_call_start' }>): ToolCallPart {
  const { callId, tool, icon, step, at } = event;
  return {
    type: 'tool_call',
    callId,
    tool,
    icon,
    arguments: event.arguments,
    step,
    startedAt: at,
    durationMs: null,
    outcome: null,
  };
}

function endCall(parts: MessagePart[], event: Extract<RunEvent, { type: 'tool_call_end' }>): void {
  const call = openCallOf(parts, event.callId);
  if (call) Object.assign(call, { durationMs: event.durationMs, outcome: event.outcome });
}

const openCallOf = (parts: MessagePart[], callId: string): ToolCallPart | undefined =>
  parts
    .filter((part) => part.type === 'tool_call')
    .find((part) => part.callId === callId && !part.outcome);

export const runningRun = (state: ConversationState): RunRow | null =>
  state.runs.findLast(({ status }) => isOpenRun(status)) ?? null;

/** One that waits for a person while no server works on it is open too. */
export const isOpenRun = (status: RunRow['status']): boolean =>
  status === 'running' || status === 'waiting';

/** What a running run is doing right now, for the line that says so. */
export type Activity =
  | { kind: 'starting' | 'asking' | 'thinking' | 'writing' | 'permission' }
  | { kind: 'tools'; tools: string[] };

export function activityOf(state: ConversationState): Activity | null {
  const last = state.messages.at(-1);
  if (last?.id === PENDING) return expectedOf(last);
  const run = runningRun(state);
  if (!run) return null;
  const open = partsOf(state, run.id)
    .filter((part) => part.type === 'tool_call')
    .filter(({ outcome }) => !outcome);
  const atWork = open.filter(({ approval }) => approval?.status !== 'pending');
  if (open.length > 0 && atWork.length === 0) return { kind: 'permission' };
  if (open.length > 0) return { kind: 'tools', tools: atWork.map(({ tool }) => tool) };
  if (state.lastKind === 'text_delta') return { kind: 'writing' };
  if (state.lastKind === 'reasoning_delta') return { kind: 'thinking' };
  return { kind: run.trigger === 'manual' ? 'starting' : 'asking' };
}

/** What will happen with a question that is on its way: `/calc {…}` runs a tool, all else asks the model. */
function expectedOf({ parts: [part] }: Message): Activity {
  const tool = part?.type === 'text' ? /^\/([\w-]+) *\{/.exec(part.text)?.[1] : undefined;
  return tool ? { kind: 'tools', tools: [tool] } : { kind: 'asking' };
}
