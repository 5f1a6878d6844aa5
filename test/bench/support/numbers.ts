/** The smallest value that `part` of all values do not exceed. */
export function percentile(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? NaN;
}

/** One measured number per line: `name value unit`. */
export function print(name: string, value: number, unit: string): void {
  console.log(`${name} ${value.toFixed(value < 100 ? 2 : 0)} ${unit}`);
}

export interface Bar {
  name: string;
  value: number;
  atMost?: number;
  atLeast?: number;
}

/** Says which bars hold; false when one does not. */
export function checkBars(bars: Bar[]): boolean {
  return bars
    .map(({ name, value, atMost = Infinity, atLeast = -Infinity }) => {
      const holds = value <= atMost && value >= atLeast;
      const wanted = atMost < Infinity ? `≤ ${atMost}` : `≥ ${atLeast}`;
      console.log(`# ${name} ${wanted}: ${holds ? 'holds' : 'DOES NOT HOLD'}`);
      return holds;
    })
    .every(Boolean);
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));
