import type { RunEvent, RunEventBody, RunRow } from '@contract/chat';
import { addToTimeline, emptyTimeline } from './timeline';

const RUN = { trigger: 'message', modelId: 'p/m' } as RunRow;
const at = (seq: number) => new Date(Date.UTC(2026, 0, 1) + seq * 1000).toISOString();
const START: RunEventBody = {
  type: 'run_start',
  run: RUN,
  userMessage: null,
  assistantMessageId: 'a',
};

const eventsFrom = (bodies: RunEventBody[]): RunEvent[] =>
  bodies.map((body, place) => ({ ...body, seq: place + 1, runId: 'r', at: at(place + 1) }));

function timelineOf(bodies: RunEventBody[]) {
  const timeline = emptyTimeline();
  addToTimeline(timeline, eventsFrom(bodies));
  return timeline;
}

const delta = (text: string): RunEventBody => ({ type: 'text_delta', text, offset: 0 });

describe('addToTimeline (C-031)', () => {
  it('sums up 5,000 pieces of text as one entry', () => {
    const pieces = Array.from({ length: 5000 }, () => delta('ab'));
    const { entries, lastSeq } = timelineOf([START, { type: 'step_start', step: 1 }, ...pieces]);
    expect(entries.map(({ kind }) => kind)).toEqual(['run', 'step', 'text']);
    expect(entries[2]).toMatchObject({ chars: 10000, step: 1, at: at(3), endedAt: at(5002) });
    expect(lastSeq).toBe(5002);
  });

  it('gives tokens to their step and the outcome to its call', () => {
    const outcome = { status: 'completed' as const, message: '2', result: '2', truncated: false };
    const call = { callId: 'c', tool: 'calc', icon: null, arguments: '{"a":1.0}', step: 1 };
    const tokens = { inputTokens: 9, outputTokens: 3, cachedTokens: 1 };
    const { entries } = timelineOf([
      START,
      { type: 'step_start', step: 1 },
      { type: 'usage', step: 1, ...tokens },
      { type: 'tool_call_start', ...call },
      { type: 'tool_call_end', callId: 'c', durationMs: 5, outcome },
    ]);
    expect(entries[1]).toMatchObject({ ...tokens, endedAt: at(3) });
    expect(entries[2]).toMatchObject({ ...call, durationMs: 5, outcome });
  });

  it('measures a run from its start to its end', () => {
    const end: RunEventBody = {
      type: 'run_end',
      status: 'stopped',
      error: null,
      canContinue: false,
    };
    expect(timelineOf([START, delta('a'), end]).entries.at(-1)).toMatchObject({
      kind: 'end',
      status: 'stopped',
      durationMs: 2000,
    });
  });

  it('takes no event twice and none behind a gap', () => {
    const [first, second, third] = eventsFrom([START, delta('a'), delta('b')]);
    const timeline = emptyTimeline();
    addToTimeline(timeline, [first!, first!, third!]);
    expect(timeline.lastSeq).toBe(1);
    addToTimeline(timeline, [second!, third!]);
    expect(timeline.entries.at(-1)).toMatchObject({ kind: 'text', chars: 2 });
  });
});
