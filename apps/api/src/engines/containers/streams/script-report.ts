import { z } from 'zod';

const count = z.number().int().nonnegative();

/** What docker/sandbox/run_once.py says at the end of a script. A script can forge it, and fools only itself. */
const scriptReport = z.object({
  exit: z.number().int().min(0).max(255).nullable(),
  signal: z.number().int().min(1).max(64).nullable(),
  elapsedMs: z.number().nonnegative(),
  oomKills: count,
  memoryPeakBytes: count.nullable(),
});

export type ScriptReport = z.infer<typeof scriptReport>;

/** Null for anything that is no report, however broken. */
export function readReport(text: string): ScriptReport | null {
  try {
    return scriptReport.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
