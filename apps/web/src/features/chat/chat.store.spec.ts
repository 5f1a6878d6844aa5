import { createPinia, setActivePinia } from 'pinia';
import type { RunEvent } from '@contract/chat';
import type { LiveCommands } from '@contract/live';
import { ApiError } from '@web/lib/api-error';
import { useLive } from '@web/stores/live.store';
import { NEW, useChat } from './chat.store';
import { emptyState } from './conversation-state';

type Command = keyof LiveCommands;
type News = (news: unknown) => void;

/** A connection that notes what is sent and answers what the test says. */
class FakeLive {
  readonly sent: [Command, unknown][] = [];
  readonly handlers = new Map<string, News>();
  answers: (() => Promise<unknown>)[] = [];

  install(): void {
    const live = useLive();
    live.on = ((name: string, handler: News) => {
      this.handlers.set(name, handler);
      return () => this.handlers.delete(name);
    }) as never;
    live.send = ((command: Command, body: unknown) => {
      this.sent.push([command, body]);
      const answer = this.answers.shift();
      if (!answer) throw new Error(`nobody prepared an answer to ${command}`);
      return answer();
    }) as never;
  }

  hear(conversationId: string, events: RunEvent[]): void {
    this.handlers.get('run.events')?.({ conversationId, events });
  }
}

const delta = (seq: number): RunEvent => ({
  ...{ seq, runId: 'r', at: '', type: 'text_delta', text: 'x', offset: seq },
});
const started = { conversationId: 'c-1', runId: 'r' };

describe('the conversations of this tab', () => {
  let live: FakeLive;
  let chat: ReturnType<typeof useChat>;

  beforeEach(() => {
    setActivePinia(createPinia());
    live = new FakeLive();
    live.install();
    chat = useChat();
  });

  it('asks once for what is missing when an event was skipped', async () => {
    chat.states.set('c-1', { ...emptyState(), lastSeq: 3 });
    let resolve: (value: unknown) => void = () => undefined;
    live.answers = [() => new Promise((done) => (resolve = done))];
    live.hear('c-1', [delta(5)]);
    live.hear('c-1', [delta(6)]);
    expect(live.sent).toEqual([['conversation.watch', { conversationId: 'c-1', afterSeq: 3 }]]);
    live.hear('c-1', [delta(4), delta(5), delta(6)]);
    expect(chat.states.get('c-1')?.lastSeq).toBe(6);
    resolve({});
  });

  it('ignores events of conversations that are not open here', () => {
    live.hear('elsewhere', [delta(1)]);
    expect(live.sent).toEqual([]);
  });

  it('shows a new question before the server knows of it, and under its id afterwards', async () => {
    live.answers = [() => Promise.resolve(started)];
    const asking = chat.ask(null, { text: 'hello\nworld', modelId: 'm' });
    expect(chat.states.get(NEW)?.messages).toHaveLength(1);
    expect(await asking).toBe('c-1');
    expect(chat.states.get('c-1')).toMatchObject({ title: 'hello' });
  });

  it('repeats a lost command with the same id, so that it is done once', async () => {
    live.answers = [() => Promise.reject(ApiError.unreachable()), () => Promise.resolve(started)];
    await chat.callTool(null, { tool: 'calc', arguments: '{}' });
    const ids = live.sent.map(([, body]) => (body as { clientRequestId: string }).clientRequestId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('takes a refused question out again and says why', async () => {
    const refusal = new ApiError({ error: 'busy', code: 'run_active', canRetry: true });
    live.answers = [() => Promise.reject(refusal)];
    await expect(chat.ask(null, { text: 'hello', modelId: 'm' })).rejects.toBe(refusal);
    expect(chat.states.get(NEW)?.messages).toEqual([]);
    expect(live.sent).toHaveLength(1);
  });

  it('forgets a conversation that was deleted elsewhere and takes over a new title', () => {
    chat.states.set('c-1', emptyState());
    const changed = live.handlers.get('conversation.changed');
    changed?.({ conversationId: 'c-1', conversation: { title: 'Renamed' } });
    expect(chat.states.get('c-1')?.title).toBe('Renamed');
    changed?.({ conversationId: 'c-1', conversation: null });
    expect(chat.states.has('c-1')).toBe(false);
  });
});
