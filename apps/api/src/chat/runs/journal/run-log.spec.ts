import type { RunEvent } from '@/contract/chat';
import { RunLog } from './run-log';

const make = () => {
  const heard: RunEvent[] = [];
  return { heard, log: new RunLog('run', 5, (events) => heard.push(...events)) };
};

describe('RunLog', () => {
  beforeEach(() => jest.useFakeTimers({ now: 1_000_000 }));
  afterEach(() => jest.useRealTimers());

  it('tells the first piece of text at once and gathers the ones that follow', () => {
    const { heard, log } = make();
    log.appendText('text_delta', 'Hel');
    log.appendText('text_delta', 'lo ');
    log.appendText('text_delta', 'world');
    expect(heard.map((event) => 'text' in event && event.text)).toEqual(['Hel']);
    jest.advanceTimersByTime(40);
    expect(heard.map((event) => 'text' in event && event.text)).toEqual(['Hel', 'lo world']);
  });

  it('numbers events without gaps from where the conversation was', () => {
    const { heard, log } = make();
    log.append({ type: 'step_start', step: 1 });
    log.appendText('text_delta', 'a');
    log.append({ type: 'step_start', step: 2 });
    expect(heard.map(({ seq }) => seq)).toEqual([5, 6, 7]);
  });

  it('never lets an event overtake text that was gathered before it', () => {
    const { heard, log } = make();
    log.appendText('text_delta', 'a');
    log.appendText('text_delta', 'b');
    log.append({ type: 'run_end', status: 'completed', error: null, canContinue: false });
    expect(heard.map(({ type }) => type)).toEqual(['text_delta', 'text_delta', 'run_end']);
  });

  it('never tells half a character, wherever the provider cut', () => {
    const { heard, log } = make();
    const [first, second] = ['🙂'.slice(0, 1), '🙂'.slice(1)];
    log.appendText('text_delta', `a${first}`);
    jest.advanceTimersByTime(40);
    log.appendText('text_delta', `${second}b`);
    log.append({ type: 'step_start', step: 1 });
    expect(heard.map((event) => 'text' in event && event.text)).toEqual(['a', '🙂b', false]);
  });

  it('keeps what PostgreSQL could not store from reaching it', () => {
    const { heard, log } = make();
    log.appendText('text_delta', 'a\u0000');
    log.appendText('text_delta', 'b\ud83d');
    log.append({ type: 'notice', code: 'step_limit', text: '\u0000' });
    expect(JSON.stringify(heard)).not.toMatch(/\\u0000|\\ud83d/);
  });

  it('gives each delta the length of the text before it', () => {
    const { heard, log } = make();
    log.appendText('text_delta', '汉字');
    log.append({ type: 'step_start', step: 1 });
    log.appendText('text_delta', 'x');
    jest.advanceTimersByTime(40);
    expect(
      heard.filter((event) => event.type === 'text_delta').map(({ offset }) => offset),
    ).toEqual([0, 2]);
  });

  it('replays what a late watcher missed (C-034)', () => {
    const { log } = make();
    log.append({ type: 'step_start', step: 1 });
    log.append({ type: 'step_start', step: 2 });
    expect(log.after(5).map(({ seq }) => seq)).toEqual([6]);
    expect(log.after(0)).toHaveLength(2);
  });

  it('tells the end when it is stored, not before', () => {
    const { log, heard } = make();
    log.appendText('text_delta', 'last words');
    const end = log.prepareEnd({
      type: 'run_end',
      status: 'completed',
      error: null,
      canContinue: false,
    });
    expect(log.after(0).map(({ type }) => type)).toEqual(['text_delta']);
    expect(end.seq).toBe(log.lastSeq + 1);
    log.appendStoredEnd(end);
    expect(heard.at(-1)).toBe(end);
    expect(log.unstored()).toEqual([]);
  });

  it('hands each event to the journal once', () => {
    const { log } = make();
    log.append({ type: 'step_start', step: 1 });
    log.markStored(log.unstored().length);
    log.append({ type: 'step_start', step: 2 });
    expect(log.unstored().map(({ seq }) => seq)).toEqual([6]);
  });
});
