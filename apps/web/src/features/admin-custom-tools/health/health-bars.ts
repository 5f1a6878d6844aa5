import type { ToolHealth } from '@contract/workshop';

/** One bar of the chart, in the unit square: heights from the bottom. */
export interface HealthBar {
  at: string;
  calls: number;
  failures: number;
  x: number;
  width: number;
  callsHeight: number;
  failuresHeight: number;
}

/** Room between two bars, as a share of a bar's place. */
const GAP = 0.25;

/** Bars side by side; the tallest fills the height, and a single failure stays visible beside many calls. */
export function healthBars(buckets: ToolHealth['buckets']): HealthBar[] {
  const most = Math.max(1, ...buckets.map(({ calls }) => calls));
  const place = 1 / Math.max(1, buckets.length);
  return buckets.map(({ at, calls, failures }, number) => ({
    ...{ at, calls, failures },
    x: (number + GAP / 2) * place,
    width: (1 - GAP) * place,
    callsHeight: calls / most,
    failuresHeight: failures === 0 ? 0 : Math.max(failures / most, 0.06),
  }));
}
