/** @jest-environment node */
import type { RunEvent, RunEventBody, RunRow } from '@contract/chat';
import { addToTimeline, emptyTimeline, isOpenEntry } from './timeline';

const run = { trigger: 'message', modelId: 'p/m' } as RunRow;
const outcome = { status: 'completed', message: 'ok', result: 'ok', truncated: false } as const;

const numbered = (bodies: RunEventBody[]): RunEvent[] =>
  bodies.map((body, place) => ({
    ...body,
    seq: place + 1,
    runId: 'run-1',
    at: new Date(1_000 * place).toISOString(),
  }));

const EVENTS = numbered([
  { type: 'run_start', run, userMessage: null, assistantMessageId: 'a' },
  { type: 'step_start', step: 1 },
  { type: 'reasoning_delta', text: 'hm' },
  { type: 'reasoning_delta', text: 'mm' },
  { type: 'usage', step: 1, inputTokens: 10, outputTokens: 5, cachedTokens: 4 },
  { type: 'tool_call_start', callId: 'k', tool: 'calc', icon: null, arguments: '{"a":1}', step: 1 },
  { type: 'tool_call_end', callId: 'k', durationMs: 7, outcome },
  { type: 'text_delta', text: 'abc', offset: 0 },
  { type: 'text_delta', text: 'de', offset: 3 },
  { type: 'notice', code: 'step_limit', text: 'enough' },
  { type: 'run_end', status: 'completed', error: null, canContinue: true },
]);

const timelineOf = (events: RunEvent[]) => {
  const timeline = emptyTimeline();
  addToTimeline(timeline, structuredClone(events));
  return timeline;
};

describe('the timeline', () => {
  it('tells every step, call and end with times, arguments, results and tokens (C-031, C-033)', () => {
    expect(timelineOf(EVENTS).entries).toMatchObject([
      { kind: 'run', trigger: 'message', modelId: 'p/m', at: '1970-01-01T00:00:00.000Z' },
      { kind: 'step', step: 1, inputTokens: 10, outputTokens: 5, cachedTokens: 4 },
      { kind: 'thinking', chars: 4, step: 1 },
      { kind: 'call', tool: 'calc', arguments: '{"a":1}', durationMs: 7, outcome },
      { kind: 'text', chars: 5, endedAt: '1970-01-01T00:00:08.000Z' },
      { kind: 'notice', text: 'enough' },
      { kind: 'end', status: 'completed', durationMs: 10_000 },
    ]);
  });

  it('leaves out what does not follow on, so that it can be loaded later in order (C-034)', () => {
    const timeline = timelineOf(EVENTS.slice(0, 3));
    addToTimeline(timeline, EVENTS.slice(6));
    expect(timeline.lastSeq).toBe(3);
    addToTimeline(timeline, structuredClone(EVENTS));
    expect(timeline).toEqual(timelineOf(EVENTS));
  });

  it('stays short under a long answer', () => {
    const words = Array.from({ length: 30_000 }, (_, place): RunEventBody => ({
      type: 'text_delta',
      text: 'word ',
      offset: 5 * place,
    }));
    expect(timelineOf(numbered(words)).entries).toMatchObject([{ kind: 'text', chars: 150_000 }]);
  });

  it('moves only what is still going on', () => {
    const open = (count: number) =>
      timelineOf(EVENTS.slice(0, count)).entries.map((entry, place, { length }) =>
        isOpenEntry(entry, place === length - 1),
      );
    expect(open(6)).toEqual([false, false, false, true]);
    expect(open(7)).toEqual([false, false, false, false]);
    expect(open(8)).toEqual([false, false, false, false, true]);
    expect(open(11).some(Boolean)).toBe(false);
  });
});
