import type { Message, RunRow } from '@contract/chat';
import { addPending, emptyState } from './conversation-state';
import { threadOf } from './thread';

const message = (id: string, runId: string, role: Message['role']): Message => ({
  ...{ id, runId, role, conversationId: 'c', createdAt: '' },
  parts: [{ type: 'text', text: id }],
});

const run = (id: string, change: Partial<RunRow>): RunRow => ({
  ...{ id, conversationId: 'c', trigger: 'message', status: 'completed', modelId: null },
  ...{ startedAt: '', endedAt: null, error: null, canContinue: false },
  ...change,
});

const stateWith = (runs: RunRow[], messages: Message[]) => ({ ...emptyState(), runs, messages });
const keysOf = (state: ReturnType<typeof stateWith>) => threadOf(state).map(({ key }) => key);

describe('what stands in the column', () => {
  const messages = [
    message('q1', 'r1', 'user'),
    message('a1', 'r1', 'assistant'),
    message('q2', 'r2', 'user'),
    message('a2', 'r2', 'assistant'),
  ];

  it('says how a run ended, behind its own answer, and nothing where all went well', () => {
    const runs = [run('r1', { status: 'stopped' }), run('r2', {})];
    expect(keysOf(stateWith(runs, messages))).toEqual(['q1', 'a1', 'end-r1', 'q2', 'a2']);
  });

  it('says that the step limit was reached (C-029)', () => {
    const runs = [run('r1', {}), run('r2', { canContinue: true })];
    expect(threadOf(stateWith(runs, messages)).at(-1)).toMatchObject({ kind: 'end', isLast: true });
  });

  it('shows a failure that left no message behind', () => {
    const runs = [run('r1', {}), run('r2', {}), run('r3', { status: 'failed' })];
    expect(keysOf(stateWith(runs, messages)).at(-1)).toBe('end-r3');
  });

  it('marks the answer that is being written, and no other', () => {
    const runs = [run('r1', {}), run('r2', { status: 'running' })];
    const live = threadOf(stateWith(runs, messages)).filter(
      (item) => item.kind === 'message' && item.isLive,
    );
    expect(live.map(({ key }) => key)).toEqual(['a2']);
  });

  it('offers no way on from an end behind which a question already stands', () => {
    const state = stateWith([run('r1', {}), run('r2', { status: 'failed' })], [...messages]);
    addPending(state, 'next');
    expect(threadOf(state).find(({ kind }) => kind === 'end')).toMatchObject({ isLast: false });
  });
});
