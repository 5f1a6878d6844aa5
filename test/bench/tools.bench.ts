import { type Bar, checkBars, pause, percentile, print, timed } from './support/numbers';
import { STOCK, ToolBench } from './support/tool-bench';

const CALLS = 60;
const CALLS_PER_DOCKER_RUN = 4;
const BURST = 24;
const LARGE_BURST = 100;
const REUSE_CALLS = 300;
const REUSE_AT_ONCE = 4;
/** A kept container tidies up after a call, which costs more than a short call itself. */
const REUSE_REST_MS = 20;
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

/** One call after the other for the latency, then several at a time for how many there can be. */
async function reuse(bench: ToolBench) {
  const call = () => bench.callOnce('kept');
  await Promise.all(Array.from({ length: REUSE_AT_ONCE }, call));
  await bench.waitForStock();
  const calls: number[] = [];
  for (let i = 0; i < REUSE_CALLS; i++) {
    await pause(REUSE_REST_MS);
    calls.push(await timed(call));
  }
  let left = REUSE_CALLS;
  const worker = async () => {
    while (left-- > 0) await call();
  };
  const totalMs = await timed(() => Promise.all(Array.from({ length: REUSE_AT_ONCE }, worker)));
  return { calls, perSecond: (REUSE_CALLS / totalMs) * 1000 };
}

/**
 * Two people, and one of them was first. Fair is who waits as long as the other; the calls that found the stock full
 * had nobody beside them and waited for nothing, so they do not count.
 */
async function largeBurst(bench: ToolBench) {
  const waits: Record<0 | 1, number[]> = { 0: [], 1: [] };
  let failures = 0;
  const call = async (person: 0 | 1) => {
    const work = () => bench.callOnce('one', person).catch(() => failures++);
    waits[person].push(await timed(work));
  };
  const half = (person: 0 | 1) => Array.from({ length: LARGE_BURST / 2 }, () => call(person));
  await Promise.all([...half(0), ...half(1)]);
  const mean = (values: number[]) => values.reduce((sum, it) => sum + it, 0) / values.length;
  const [first, second] = [mean(waits[0].slice(STOCK)), mean(waits[1])];
  return {
    failures,
    waitP95: percentile([...waits[0], ...waits[1]], 0.95),
    fairness: Math.max(first, second) / Math.min(first, second),
  };
}

async function measureFresh(bench: ToolBench): Promise<Bar[]> {
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
  return [
    { name: 'call_p50', value: callP50, atMost: 15 },
    { name: 'call_p95', value: callP95, atMost: 40 },
    { name: 'speedup', value: dockerRunP50 / callP50, atLeast: 30 },
  ];
}

async function measureReuse(bench: ToolBench): Promise<Bar[]> {
  await bench.waitForStock();
  const { calls, perSecond } = await reuse(bench);
  print('reuse_call_p50', percentile(calls, 0.5), 'ms');
  print('reuse_call_p95', percentile(calls, 0.95), 'ms');
  print('reuse_calls_per_s', perSecond, '1/s');
  return [
    { name: 'reuse_call_p50', value: percentile(calls, 0.5), atMost: 6 },
    { name: 'reuse_calls_per_s', value: perSecond, atLeast: 100 },
  ];
}

async function measureLargeBurst(bench: ToolBench): Promise<Bar[]> {
  await bench.waitForStock();
  const { failures, waitP95, fairness } = await largeBurst(bench);
  print('burst_100_failures', failures, '1');
  print('burst_100_wait_p95', waitP95, 'ms');
  print('burst_100_fairness', fairness, 'x');
  return [
    { name: 'burst_100_failures', value: failures, atMost: 0 },
    { name: 'burst_100_fairness', value: fairness, atMost: 1.5 },
  ];
}

async function measure(bench: ToolBench): Promise<void> {
  await bench.open();
  const bars = [
    ...(await measureFresh(bench)),
    ...(await measureReuse(bench)),
    ...(await measureLargeBurst(bench)),
  ];
  if (!checkBars(bars) && process.argv.includes('--bars')) process.exitCode = 1;
}

const bench = new ToolBench();
measure(bench)
  .catch((thrown: unknown) => {
    console.error(thrown);
    process.exitCode = 1;
  })
  .finally(() => bench.close());
