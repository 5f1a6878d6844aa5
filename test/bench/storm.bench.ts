import { checkBars, pause, percentile, print } from './support/numbers';
import { StormBench } from './support/storm-bench';

/** Rest and storm take turns, so that a noisy machine is unfair to neither. */
const ROUNDS = 4;
const PHASE_MS = 10_000;
/** The storm is in full swing, or its last containers are gone, before people are asked. */
const SETTLE_MS = 2_000;
const MOST_MOVED_PERCENT = 20;

async function underStorm(bench: StormBench): Promise<number[]> {
  const storm = new AbortController();
  const raging = bench.storm(storm.signal);
  await pause(SETTLE_MS);
  const turns = await bench.chatFor(PHASE_MS);
  storm.abort();
  await raging;
  return turns;
}

async function measure(bench: StormBench): Promise<void> {
  await bench.open();
  await bench.chatFor(SETTLE_MS);
  const rest: number[] = [];
  const storm: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await pause(SETTLE_MS);
    rest.push(...(await bench.chatFor(PHASE_MS)));
    storm.push(...(await underStorm(bench)));
  }
  const [restP95, stormP95] = [percentile(rest, 0.95), percentile(storm, 0.95)];
  const moved = (stormP95 / restP95 - 1) * 100;
  print('chat_p50_rest', percentile(rest, 0.5), 'ms');
  print('chat_p50_storm', percentile(storm, 0.5), 'ms');
  print('chat_p95_rest', restP95, 'ms');
  print('chat_p95_storm', stormP95, 'ms');
  print('chat_turns_rest', rest.length, '1');
  print('chat_turns_storm', storm.length, '1');
  print('moved', moved, '%');
  for (const [ending, times] of bench.endings) console.log(`# ${ending} ${times}`);
  const holds = checkBars([{ name: 'moved', value: moved, atMost: MOST_MOVED_PERCENT }]);
  if (!holds && process.argv.includes('--bars')) process.exitCode = 1;
}

const bench = new StormBench();
measure(bench)
  .catch((thrown: unknown) => {
    console.error(thrown);
    process.exitCode = 1;
  })
  .finally(() => bench.close());
