import type { RunEvent, RunEventBody } from '@/contract/chat';
import { AnswerDraft } from './answer-draft';

const draftOf = (...bodies: RunEventBody[]): AnswerDraft => {
  const draft = new AnswerDraft();
  const head = { runId: 'r', at: '2026-12-01T00:00:00.000Z' };
  bodies.forEach((body, i) => draft.apply({ seq: i + 1, ...head, ...body } as RunEvent));
  return draft;
};

const text = (value: string): RunEventBody => ({ type: 'text_delta', text: value, offset: 0 });
const start = (callId: string): RunEventBody => ({
  type: 'tool_call_start',
  callId,
  tool: 'calc',
  icon: null,
  arguments: '{}',
  step: 1,
});
const outcome = { status: 'completed', message: '1', result: '1', truncated: false } as const;
const end = (callId: string): RunEventBody => ({
  type: 'tool_call_end',
  callId,
  durationMs: 5,
  outcome,
});

describe('AnswerDraft', () => {
  it('joins text until a call comes between', () => {
    const { parts } = draftOf(text('a'), text('b'), start('1'), text('c'));
    expect(parts.map((part) => (part.type === 'text' ? part.text : part.callId))).toEqual([
      'ab',
      '1',
      'c',
    ]);
  });

  it('gives each call its own end, also of two at once', () => {
    const draft = draftOf(start('1'), start('2'), end('2'));
    expect(draft.openCalls().map(({ callId }) => callId)).toEqual(['1']);
    expect(draft.parts[1]).toMatchObject({ callId: '2', durationMs: 5, outcome });
  });

  it('ends only the open one of two calls that share an id, as some providers send them', () => {
    const draft = draftOf(start('x'), end('x'), start('x'));
    expect(draft.openCalls()).toHaveLength(1);
  });
});
