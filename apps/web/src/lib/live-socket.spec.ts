import { ApiError } from './api-error';
import { LiveSocket, type LiveState, type WireSocket } from './live-socket';

/** A socket whose connection the test makes and breaks. */
class FakeWire implements WireSocket {
  connected = false;
  active = true;
  readonly sent: [string, unknown][] = [];
  answer: (command: string) => unknown = () => ({
    ok: true,
    data: { lastSeq: 0, activeRun: null },
  });
  private readonly listeners = new Map<string, (...values: never[]) => void>();

  connect() {
    return this;
  }

  disconnect() {
    this.connected = false;
  }

  on(event: string, listener: (...values: never[]) => void) {
    this.listeners.set(event, listener);
  }

  timeout() {
    return {
      emitWithAck: (event: string, body: unknown) => {
        this.sent.push([event, body]);
        return Promise.resolve().then(() => this.answer(event));
      },
    };
  }

  tell(event: string, value?: unknown) {
    if (event === 'connect') this.connected = true;
    if (event === 'disconnect') this.connected = false;
    this.listeners.get(event)?.(value as never);
  }
}

/** Long enough for the answers of the fake, which come by promises alone. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

function connected() {
  const wire = new FakeWire();
  const live = new LiveSocket(() => wire);
  const states: LiveState[] = [];
  live.onState((state) => states.push(state));
  live.connect();
  wire.tell('connect');
  return { wire, live, states };
}

describe('LiveSocket', () => {
  it('gives the data of an answer', async () => {
    const { wire, live } = connected();
    wire.answer = () => ({ ok: true, data: { stopped: true } });
    expect(await live.send('run.stop', { runId: 'r' })).toEqual({ stopped: true });
    expect(wire.sent).toEqual([['run.stop', { runId: 'r' }]]);
  });

  it('hears news of every kind', () => {
    const { wire, live } = connected();
    const heard: unknown[] = [];
    live.on('admin.notice', (news) => heard.push(news));
    live.on('approvals.changed', (news) => heard.push(news));
    const notice = { title: 'A tool', text: 'paused itself', link: '/admin' };
    wire.tell('admin.notice', notice);
    wire.tell('approvals.changed', {});
    expect(heard).toEqual([notice, {}]);
  });

  it('fails with the ApiError of the server', async () => {
    const { wire, live } = connected();
    wire.answer = () => ({
      ok: false,
      error: { error: 'Gone.', code: 'run_not_found', canRetry: false },
    });
    const error = await live.send('run.stop', { runId: 'r' }).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'run_not_found', canRetry: false });
  });

  it('fails with “unreachable” when no answer comes', async () => {
    const { wire, live } = connected();
    wire.answer = () => {
      throw new TypeError('timed out');
    };
    const error = await live.send('run.stop', { runId: 'r' }).catch((each: unknown) => each);
    expect(error).toMatchObject({ code: 'unreachable', canRetry: true });
  });

  it('watches again after a lost connection, from the newest event known then', async () => {
    const { wire, live, states } = connected();
    let known = 3;
    const answers: unknown[] = [];
    live.watch('c', { afterSeq: () => known, onWatched: (answer) => answers.push(answer) });
    await settled();
    known = 9;
    wire.tell('disconnect', 'transport close');
    wire.tell('connect');
    await settled();
    expect(wire.sent.map(([, body]) => (body as { afterSeq: number }).afterSeq)).toEqual([3, 9]);
    expect(answers).toHaveLength(2);
    expect(states).toEqual(['connecting', 'online', 'offline', 'online']);
  });

  it('watches as soon as the connection is there when asked before', async () => {
    const wire = new FakeWire();
    const live = new LiveSocket(() => wire);
    live.connect();
    live.watch('c', { afterSeq: () => 0 });
    expect(wire.sent).toEqual([]);
    wire.tell('connect');
    await settled();
    expect(wire.sent).toEqual([['conversation.watch', { conversationId: 'c', afterSeq: 0 }]]);
  });

  it('unwatches once and no longer repeats the watch', async () => {
    const { wire, live } = connected();
    const stop = live.watch('c', { afterSeq: () => 0 });
    stop();
    stop();
    wire.tell('disconnect', 'transport close');
    wire.tell('connect');
    await settled();
    expect(wire.sent.map(([event]) => event)).toEqual([
      'conversation.watch',
      'conversation.unwatch',
    ]);
  });

  it('brings news to those who listen, until they stop', () => {
    const { wire, live } = connected();
    const reasons: string[] = [];
    const stop = live.on('session.ended', ({ reason }) => reasons.push(reason));
    wire.tell('session.ended', { reason: 'disabled' });
    stop();
    wire.tell('session.ended', { reason: 'expired' });
    expect(reasons).toEqual(['disabled']);
  });

  it('says that the person is no longer known when the server refuses the handshake', () => {
    const { wire, live, states } = connected();
    let refused = 0;
    live.onRefused(() => (refused += 1));
    wire.active = false;
    wire.tell('connect_error', {
      data: { error: 'No.', code: 'unauthenticated', canRetry: false },
    });
    expect(refused).toBe(1);
    expect(states.at(-1)).toBe('offline');
  });
});
