import { checkBars, pause, percentile, print, type Bar } from './support/numbers';
import { HOSTILE, StormBench } from './support/storm-bench';

/** Rest and storm take turns, so that a noisy machine is unfair to neither. */
const ROUNDS = 3;
const PHASE_MS = 8_000;
/** The storm is in full swing, or its last containers are gone, before people are asked. */
const SETTLE_MS = 2_000;
const MOST_MOVED_PERCENT = 20;

async function underStorm(bench: StormBench, kinds: readonly string[]): Promise<number[]> {
  const storm = new AbortController();
  const raging = bench.storm(kinds, storm.signal);
  await pause(SETTLE_MS);
  const turns = await bench.chatFor(PHASE_MS);
  storm.abort();
  await raging;
  return turns;
}

/** How much longer people wait while these tools rage, in percent of the p95 at rest (S-32). */
async function measureKinds(bench: StormBench, name: string, kinds: readonly string[]) {
  const rest: number[] = [];
  const storm: number[] = [];
  bench.endings.clear();
  for (let round = 0; round < ROUNDS; round++) {
    await pause(SETTLE_MS);
    rest.push(...(await bench.chatFor(PHASE_MS)));
    storm.push(...(await underStorm(bench, kinds)));
  }
  const [restP95, stormP95] = [percentile(rest, 0.95), percentile(storm, 0.95)];
  const moved = (stormP95 / restP95 - 1) * 100;
  print(`chat_p95_rest_${name}`, restP95, 'ms');
  print(`chat_p95_${name}`, stormP95, 'ms');
  print(`moved_${name}`, moved, '%');
  for (const [ending, times] of bench.endings) console.log(`# ${ending} ${times}`);
  return { name: `moved_${name}`, value: moved, atMost: MOST_MOVED_PERCENT };
}

/** Each kind alone; what all of them do together is told beside it. */
async function measure(bench: StormBench): Promise<void> {
  await bench.open();
  await bench.chatFor(SETTLE_MS);
  const named = process.argv.slice(2).filter((word) => word in HOSTILE);
  const bars: Bar[] = [];
  for (const kind of named.length > 0 ? named : Object.keys(HOSTILE)) {
    bars.push(await measureKinds(bench, kind, [kind]));
  }
  if (named.length === 0) await measureKinds(bench, 'together', Object.keys(HOSTILE));
  if (!checkBars(bars) && process.argv.includes('--bars')) process.exitCode = 1;
}

const bench = new StormBench();
measure(bench)
  .catch((thrown: unknown) => {
    console.error(thrown);
    process.exitCode = 1;
  })
  .finally(() => bench.close());
