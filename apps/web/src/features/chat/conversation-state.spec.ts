/** @jest-environment node */
import type { Message, RunEvent, RunEventBody, RunRow } from '@contract/chat';
import {
  activityOf,
  addPending,
  applyEvents,
  corrected,
  emptyState,
  PENDING,
  removePending,
  runningRun,
} from './conversation-state';

const run: RunRow = {
  id: 'run-1',
  conversationId: 'c-1',
  trigger: 'message',
  status: 'running',
  modelId: 'p/m',
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: null,
  error: null,
  canContinue: false,
};

const question: Message = {
  id: 'q-1',
  conversationId: 'c-1',
  role: 'user',
  runId: 'run-1',
  parts: [{ type: 'text', text: 'what is 6 / 4' }],
  createdAt: '2026-01-01T00:00:00.000Z',
};

const outcome = {
  status: 'completed',
  message: '[calc] 结果: 1.5',
  result: '{}',
  truncated: false,
} as const;

const BODIES: RunEventBody[] = [
  { type: 'run_start', run, userMessage: question, assistantMessageId: 'a-1' },
  { type: 'step_start', step: 1 },
  { type: 'text_delta', text: 'Let me ', offset: 0 },
  { type: 'text_delta', text: 'see 👩‍👩‍👧', offset: 7 },
  {
    type: 'tool_call_start',
    callId: 'k',
    tool: 'calc',
    icon: 'brain.svg',
    arguments: '{}',
    step: 1,
  },
  { type: 'tool_call_end', callId: 'k', durationMs: 12, outcome },
  { type: 'step_start', step: 2 },
  { type: 'text_delta', text: '1.5', offset: 16 },
  { type: 'run_end', status: 'completed', error: null, canContinue: false },
];

const numbered = (bodies: readonly RunEventBody[]): RunEvent[] =>
  structuredClone(bodies).map((body, place) => ({
    ...body,
    seq: place + 1,
    runId: 'run-1',
    at: `2026-01-01T00:00:0${place}.000Z`,
  }));

const after = (count: number) => {
  const state = emptyState();
  applyEvents(state, numbered(BODIES).slice(0, count));
  return state;
};

describe('the state of a conversation', () => {
  it('adds events up to the parts the server stores: text, call, text', () => {
    const [asked, answer] = after(BODIES.length).messages;
    expect(asked).toEqual(question);
    expect(answer).toMatchObject({ id: 'a-1', role: 'assistant', runId: 'run-1' });
    expect(answer?.parts).toEqual([
      { type: 'text', text: 'Let me see 👩‍👩‍👧' },
      {
        ...{ type: 'tool_call', callId: 'k', tool: 'calc', icon: 'brain.svg', arguments: '{}' },
        ...{ step: 1, startedAt: '2026-01-01T00:00:04.000Z', durationMs: 12, outcome },
      },
      { type: 'text', text: '1.5' },
    ]);
  });

  it('is the same whatever way the events were cut into frames and repeated (fault 20)', () => {
    const events = numbered(BODIES);
    const whole = after(BODIES.length);
    for (let size = 1; size <= events.length; size++) {
      const state = emptyState();
      for (let from = 0; from < events.length; from += size) {
        // Every frame comes again with the one before, as after a lost connection.
        const frame = numbered(BODIES).slice(Math.max(0, from - size), from + size);
        expect(applyEvents(state, frame)).toBe(true);
      }
      expect(state).toEqual(whole);
    }
  });

  it('says that an event is missing, keeps what came before, and goes on from there', () => {
    const state = after(3);
    expect(applyEvents(state, numbered(BODIES).slice(4))).toBe(false);
    expect(state.lastSeq).toBe(3);
    expect(applyEvents(state, numbered(BODIES).slice(3))).toBe(true);
    expect(state).toEqual(after(BODIES.length));
  });

  it('goes on in the middle of an answer that the server already told half of', () => {
    const half = after(3);
    const fresh = structuredClone({ ...half, timeline: emptyState().timeline });
    applyEvents(fresh, numbered(BODIES).slice(3));
    expect(fresh.messages).toEqual(after(BODIES.length).messages);
  });

  it('shows a question at once and puts the confirmed one in its place', () => {
    const state = emptyState();
    addPending(state, 'what is 6 / 4');
    expect(state.messages).toMatchObject([{ id: PENDING, parts: [{ text: 'what is 6 / 4' }] }]);
    applyEvents(state, numbered(BODIES).slice(0, 1));
    expect(state.messages.map(({ id }) => id)).toEqual(['q-1', 'a-1']);
  });

  it('takes a refused question out again', () => {
    const state = after(BODIES.length);
    addPending(state, 'too early');
    removePending(state);
    expect(state).toEqual(after(BODIES.length));
  });

  it('keeps an unconfirmed question and the timeline when the server corrects the rest', () => {
    const known = after(BODIES.length);
    addPending(known, 'next');
    const next = corrected(known, { ...emptyState(), title: 'New', messages: [question] });
    expect(next.messages.map(({ id }) => id)).toEqual(['q-1', PENDING]);
    expect(next.timeline).toBe(known.timeline);
  });

  it('notes how a run ended', () => {
    expect(runningRun(after(2))?.id).toBe('run-1');
    const ended = after(BODIES.length);
    expect(runningRun(ended)).toBeNull();
    expect(ended.runs).toMatchObject([
      { status: 'completed', endedAt: '2026-01-01T00:00:08.000Z' },
    ]);
  });

  it('says what is being done', () => {
    const told = [1, 2, 4, 5, 6, 9].map((count) => activityOf(after(count)));
    expect(told).toEqual([
      { kind: 'asking' },
      { kind: 'asking' },
      { kind: 'writing' },
      { kind: 'tools', tools: ['calc'] },
      { kind: 'asking' },
      null,
    ]);
  });

  it('says what will be done before the server has answered', () => {
    const expected = (text: string) => {
      const state = emptyState();
      addPending(state, text);
      return activityOf(state);
    };
    expect(expected('/calc {"a":1}')).toEqual({ kind: 'tools', tools: ['calc'] });
    expect(expected('/etc/hosts, what is it?')).toEqual({ kind: 'asking' });
  });
});
