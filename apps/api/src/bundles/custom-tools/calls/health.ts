import type { ToolHealth } from '@/contract/workshop';
import type { CallCount, Span } from './calls.repository';

export type HealthDays = 1 | 7 | 30;

const UNIT_MS = { hour: 3_600_000, day: 86_400_000 };

/** Whole hours or days that end with the present one, in UTC. */
export function spanOf(days: HealthDays, now: Date): Span & { count: number } {
  const unit = days === 1 ? 'hour' : 'day';
  const count = days === 1 ? 24 : days;
  const current = now.getTime() - (now.getTime() % UNIT_MS[unit]);
  return { unit, count, from: new Date(current - (count - 1) * UNIT_MS[unit]) };
}

/** Every hour or day of the span, those without calls too. */
export function bucketsOf(
  { from, unit, count }: Span & { count: number },
  counts: readonly CallCount[],
): ToolHealth['buckets'] {
  const known = new Map(counts.map((each) => [each.at.getTime(), each]));
  return Array.from({ length: count }, (_, index) => {
    const at = from.getTime() + index * UNIT_MS[unit];
    const { calls = 0, failures = 0 } = known.get(at) ?? {};
    return { at: new Date(at).toISOString(), calls, failures };
  });
}
