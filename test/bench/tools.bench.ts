import { checkBars, pause, percentile, print, timed } from './support/numbers';
import { ToolBench } from './support/tool-bench';

const CALLS = 60;
const CALLS_PER_DOCKER_RUN = 4;
const BURST = 24;
/** Between two calls: the stock is full again and the engine has removed the container before. */
const REST_MS = 250;

/** Calls and cold runs take turns, so that a noisy machine is unfair to neither. */
async function compare(bench: ToolBench) {
  const calls: number[] = [];
  const refills: number[] = [];
  const dockerRuns: number[] = [];
  for (let i = 0; i < CALLS; i++) {
    await pause(REST_MS);
    calls.push(await timed(() => bench.callOnce()));
    refills.push(await timed(() => bench.waitForStock()));
    if (i % CALLS_PER_DOCKER_RUN > 0) continue;
    await pause(REST_MS);
    dockerRuns.push(await timed(() => bench.dockerRun()));
  }
  return { calls, refills, dockerRuns };
}

/** More calls at once than there are containers: most wait for one to be made. */
async function burst(bench: ToolBench) {
  const calls: number[] = [];
  const call = async () => calls.push(await timed(() => bench.callOnce()));
  const totalMs = await timed(() => Promise.all(Array.from({ length: BURST }, call)));
  return { calls, perSecond: (BURST / totalMs) * 1000 };
}

async function measure(bench: ToolBench): Promise<void> {
  await bench.open();
  await bench.callOnce();
  await bench.waitForStock();
  const { calls, refills, dockerRuns } = await compare(bench);
  const { calls: crowded, perSecond } = await burst(bench);

  const [callP50, callP95, dockerRunP50] = [
    percentile(calls, 0.5),
    percentile(calls, 0.95),
    percentile(dockerRuns, 0.5),
  ];
  print('call_p50', callP50, 'ms');
  print('call_p95', callP95, 'ms');
  print('call_max', Math.max(...calls), 'ms');
  print('docker_run_p50', dockerRunP50, 'ms');
  print('docker_run_p95', percentile(dockerRuns, 0.95), 'ms');
  print('speedup', dockerRunP50 / callP50, 'x');
  print('refill_p50', percentile(refills, 0.5), 'ms');
  print('burst_wait_p50', percentile(crowded, 0.5), 'ms');
  print('burst_wait_p95', percentile(crowded, 0.95), 'ms');
  print('burst_calls_per_s', perSecond, '1/s');
  const holds = checkBars([
    { name: 'call_p50', value: callP50, atMost: 15 },
    { name: 'call_p95', value: callP95, atMost: 40 },
    { name: 'speedup', value: dockerRunP50 / callP50, atLeast: 30 },
  ]);
  if (!holds && process.argv.includes('--bars')) process.exitCode = 1;
}

const bench = new ToolBench();
measure(bench)
  .catch((thrown: unknown) => {
    console.error(thrown);
    process.exitCode = 1;
  })
  .finally(() => bench.close());
