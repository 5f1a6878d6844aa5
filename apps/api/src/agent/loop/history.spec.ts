import type { ModelMessage } from '@/engines/models/model-adapter';
import type { MessagePart } from '@/contract/chat';
import { fitWindow, type StoredMessage, toModelMessages } from './history';

const message = (
  role: 'user' | 'assistant',
  parts: MessagePart[],
  context: string | null = null,
): StoredMessage => ({
  id: 'm',
  conversationId: 'c',
  runId: 'r',
  role,
  parts,
  context,
  createdAt: '2026-12-01T00:00:00.000Z',
});

const text = (value: string): MessagePart => ({ type: 'text', text: value });

const call = (callId: string, step: number, result: string | null = '{"ok":1}'): MessagePart => ({
  type: 'tool_call',
  callId,
  tool: 'calc',
  icon: null,
  arguments: '{"a":1}',
  step,
  startedAt: '2026-12-01T00:00:00.000Z',
  durationMs: 1,
  outcome: result === null ? null : { status: 'completed', message: '1', result, truncated: false },
});

describe('toModelMessages', () => {
  it('sends the context fixed with a question behind its text (C-002)', () => {
    const asked = message('user', [text('hi')], '<context>now</context>');
    expect(toModelMessages([asked])).toEqual([
      { role: 'user', text: 'hi\n\n<context>now</context>' },
    ]);
  });

  it('makes one assistant message of each step, followed by its results in order', () => {
    const answered = message('assistant', [
      text('plan'),
      call('a', 1),
      call('b', 1),
      call('c', 2),
      text('done'),
    ]);
    const roles = toModelMessages([answered]).map((entry) =>
      entry.role === 'assistant'
        ? `assistant:${entry.toolCalls.map(({ id }) => id).join('+')}`
        : entry.role,
    );
    expect(roles).toEqual(['assistant:a+b', 'tool', 'tool', 'assistant:c', 'tool', 'assistant:']);
  });

  it('answers a call that never finished, so that providers accept the history', () => {
    const [, result] = toModelMessages([message('assistant', [call('a', 1, null)])]);
    expect(result).toMatchObject({ role: 'tool', callId: 'a', isError: true });
  });

  it('gives the same bytes for the same rows (C-003)', () => {
    const rows = [
      message('user', [text('q')], 'ctx'),
      message('assistant', [call('a', 1), text('x')]),
    ];
    expect(JSON.stringify(toModelMessages(structuredClone(rows)))).toBe(
      JSON.stringify(toModelMessages(rows)),
    );
  });
});

describe('fitWindow', () => {
  const user = (value: string): ModelMessage => ({ role: 'user', text: value });
  const assistant = (value: string): ModelMessage => ({
    role: 'assistant',
    text: value,
    toolCalls: [],
  });

  it('drops whole turns from the front and keeps the newest ones', () => {
    const kept = fitWindow(
      [user('a'.repeat(50)), assistant('b'), user('c'), assistant('d'), user('e')],
      10,
    );
    expect(kept).toEqual([user('c'), assistant('d'), user('e')]);
  });

  it('keeps the newest question even when it alone is too long', () => {
    expect(fitWindow([user('a'), user('b'.repeat(99))], 10)).toEqual([user('b'.repeat(99))]);
  });

  it('keeps everything that fits', () => {
    const all = [user('a'), assistant('b')];
    expect(fitWindow(all, 10)).toEqual(all);
  });
});
