import type { TryResult } from '@contract/workshop';
import { runFacts } from './run-facts';

const say = (key: string, values?: Record<string, unknown>) =>
  values ? `${key.split('.')[1]}:${String(values.count)}` : (key.split('.')[1] ?? '');
const count = (value: number, options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat('en', options).format(value);
const result = (part: Partial<TryResult>) =>
  ({
    ...{ elapsed_ms: 1234, timeout: 30, return_code: 0, memory_peak_bytes: null, queued_ms: 0 },
    ...part,
  }) as TryResult;
const facts = (part: Partial<TryResult>) =>
  runFacts(result(part), say, count).map(({ name, value }) => `${name}=${value}`);

describe('the facts of a run', () => {
  it('leave out what was not measured and what nobody noticed', () => {
    expect(facts({})).toEqual(['elapsed=seconds:1.23 / seconds:30', 'returnCode=0']);
  });

  it('name memory and waiting where they are known', () => {
    expect(facts({ memory_peak_bytes: 12 * 1_048_576, queued_ms: 800, return_code: null })).toEqual(
      [
        'elapsed=seconds:1.23 / seconds:30',
        'returnCode=–',
        'memoryPeak=12 MB',
        'queued=seconds:0.8',
      ],
    );
  });
});
