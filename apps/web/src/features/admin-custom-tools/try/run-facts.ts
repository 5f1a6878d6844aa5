import type { TryResult } from '@contract/workshop';

type Say = (key: string, values?: Record<string, unknown>) => string;
type Count = (value: number, options: Intl.NumberFormatOptions) => string;

export interface RunFact {
  name: string;
  value: string;
}

/** What can be counted about a run; what was not measured is left out. */
export function runFacts(result: TryResult, t: Say, n: Count): RunFact[] {
  const seconds = (ms: number) =>
    t('adminTools.seconds', {
      count: n(ms / 1000, { maximumFractionDigits: ms < 10_000 ? 2 : 0 }),
    });
  const limit = t('adminTools.seconds', { count: result.timeout });
  const facts: (RunFact | null)[] = [
    { name: t('adminTools.elapsed'), value: `${seconds(result.elapsed_ms)} / ${limit}` },
    { name: t('adminTools.returnCode'), value: String(result.return_code ?? '–') },
    result.memory_peak_bytes === null
      ? null
      : {
          name: t('workshop.memoryPeak'),
          value: `${n(result.memory_peak_bytes / 1_048_576, { maximumFractionDigits: 1 })} MB`,
        },
    result.queued_ms < 50 ? null : { name: t('workshop.queued'), value: seconds(result.queued_ms) },
  ];
  return facts.filter((fact) => fact !== null);
}
