import { effectScope } from 'vue';
import type { TryEvent, TryResult } from '@contract/workshop';
import { ApiError } from '@web/lib/api-error';
import { useTry } from './useTry';

/** A run whose lines the spec sends one by one. */
class FakeRun implements AsyncIterable<TryEvent> {
  private readonly waiting: (() => void)[] = [];
  private readonly lines: (TryEvent | ApiError | null)[] = [];

  constructor(readonly signal: AbortSignal) {}

  async send(...lines: (TryEvent | ApiError | null)[]): Promise<void> {
    this.lines.push(...lines);
    this.waiting.splice(0).forEach((wake) => wake());
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<TryEvent> {
    for (;;) {
      const line = this.lines.shift();
      if (line === null) return;
      if (line instanceof ApiError) throw line;
      if (line) yield line;
      else await new Promise<void>((wake) => this.waiting.push(wake));
    }
  }
}

function open() {
  const runs: FakeRun[] = [];
  const scope = effectScope();
  const panel = scope.run(() =>
    useTry((_id, _body, signal) => {
      const run = new FakeRun(signal);
      runs.push(run);
      return run;
    }),
  )!;
  const start = () => panel.start('calc', { version: 1, arguments: {} });
  return { panel, runs, scope, start };
}

const STARTED: TryEvent = { type: 'started', callId: 'c', queuedMs: 0 };
const output = (stream: 'stdout' | 'stderr', text: string): TryEvent => ({
  type: 'output',
  stream,
  text,
});
const end = (text: string): TryEvent => ({ type: 'end', result: { output: text } as TryResult });
const broken = new ApiError({ error: 'gone', code: 'unreachable', canRetry: true });

describe('a run in the panel', () => {
  it('shows both streams in the order they came, then the result', async () => {
    const { panel, runs, start } = open();
    const run = start();
    expect(panel.phase).toBe('waiting');
    await runs[0]?.send(STARTED, output('stdout', 'a'), output('stdout', 'b'));
    expect([panel.phase, panel.pieces]).toEqual(['running', [{ stream: 'stdout', text: 'ab' }]]);
    await runs[0]?.send(output('stderr', 'x'), output('stdout', 'c'), end('abc'), null);
    await run;
    expect(panel.pieces.map(({ text }) => text)).toEqual(['ab', 'x', 'c']);
    expect([panel.phase, panel.result?.output]).toEqual(['ended', 'abc']);
  });

  it('says when it was stopped, which is no failure', async () => {
    const { panel, runs, start } = open();
    const run = start();
    await runs[0]?.send(STARTED);
    panel.stop();
    await runs[0]?.send(broken);
    await run;
    expect(runs[0]?.signal.aborted).toBe(true);
    expect([panel.phase, panel.failure]).toEqual(['stopped', null]);
  });

  it('keeps what the latest run says only', async () => {
    const { panel, runs, start } = open();
    const first = start();
    const second = start();
    expect(runs[0]?.signal.aborted).toBe(true);
    await runs[1]?.send(STARTED, end('new'), null);
    await runs[0]?.send(end('old'), null);
    await Promise.all([first, second]);
    expect(panel.result?.output).toBe('new');
  });

  it('fails in words when the connection breaks before the end', async () => {
    const { panel, runs, start } = open();
    const run = start();
    await runs[0]?.send(STARTED, output('stdout', 'half'), null);
    await run;
    expect([panel.phase, panel.failure?.code]).toEqual(['failed', 'unreachable']);
    expect(panel.pieces).toEqual([{ stream: 'stdout', text: 'half' }]);
  });

  it('stays quick under a flood of output', async () => {
    const { panel, runs, start } = open();
    const run = start();
    const block = 'x'.repeat(150_000);
    await runs[0]?.send(STARTED, output('stdout', block), output('stderr', block));
    await runs[0]?.send(output('stdout', block), end('all'), null);
    await run;
    expect(panel.pieces.map(({ text }) => text.length)).toEqual([150_000, 50_000]);
  });

  it('ends the script when the page is left', () => {
    const { runs, scope, start } = open();
    void start();
    scope.stop();
    expect(runs[0]?.signal.aborted).toBe(true);
  });
});
