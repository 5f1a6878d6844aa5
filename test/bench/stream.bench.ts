import type { ScriptedStep } from '../support/scripted-turn';
import { checkBars, percentile, print } from './support/numbers';
import { StreamBench } from './support/stream-bench';

const STREAMS = 100;
/** Time for all runs to be started before the first token, as a provider's own thinking time gives. */
const QUIET_MS = 4_000;
/** First tokens of different providers' answers do not fall into the same millisecond. */
const SPREAD_MS = 40;
const TOKENS = 2_000;
/** Tokens that reach the server in one packet: a fast provider's are read together. */
const TOKENS_PER_PACKET = 10;
const PACKET_PAUSE_MS = 20;

const token = (text: string): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'scripted', choices: [{ index: 0, delta: { content: text }, finish_reason: null }] })}\n\n`;

const END = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'scripted', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;

/** Fifty tokens a second for two seconds, while all the others do the same. */
function calm(index: number): ScriptedStep[] {
  const tokens = Array.from({ length: 100 }, (_, i): ScriptedStep[] => [
    { raw: token(`word${i} `) },
    { waitMs: 20 },
  ]);
  return [{ waitMs: QUIET_MS + index * SPREAD_MS }, ...tokens.flat(), { raw: END }];
}

function flood(): ScriptedStep[] {
  const packet = token('word ').repeat(TOKENS_PER_PACKET);
  const packets = Array.from({ length: TOKENS / TOKENS_PER_PACKET }, (): ScriptedStep[] => [
    { raw: packet },
    { waitMs: PACKET_PAUSE_MS },
  ]);
  return [{ waitMs: QUIET_MS }, ...packets.flat(), { raw: END }];
}

async function measure(bench: StreamBench): Promise<void> {
  await bench.open(STREAMS);
  await bench.streamAll(calm);
  const added = (await bench.streamAll(calm)).map(({ addedMs }) => addedMs);

  const cpuBefore = bench.serverCpuSeconds();
  const startedAt = performance.now();
  const flooded = await bench.streamAll(flood);
  const wallS = (performance.now() - startedAt - QUIET_MS) / 1000;
  const cpuS = bench.serverCpuSeconds() - cpuBefore;

  const received = flooded.reduce((sum, { text }) => sum + text.length / 'word '.length, 0);
  const [p50, p95, perCore] = [percentile(added, 0.5), percentile(added, 0.95), received / cpuS];
  print('ttft_added_p50', p50, 'ms');
  print('ttft_added_p95', p95, 'ms');
  print('ttft_added_max', Math.max(...added), 'ms');
  // Per second of the server's own processor time: provider, database and clients share the machine.
  print('tokens_per_s', perCore, '1/s');
  print('tokens_per_s_wall', received / wallS, '1/s');
  print('tokens_lost', STREAMS * TOKENS - received, '1');
  const holds = checkBars([
    { name: 'ttft_added_p50', value: p50, atMost: 5 },
    { name: 'ttft_added_p95', value: p95, atMost: 20 },
    { name: 'tokens_per_s', value: perCore, atLeast: 15_000 },
    { name: 'tokens_lost', value: STREAMS * TOKENS - received, atMost: 0 },
  ]);
  process.exitCode = holds ? 0 : 1;
}

const bench = new StreamBench();
measure(bench)
  .catch((thrown: unknown) => {
    console.error(thrown);
    process.exitCode = 1;
  })
  .finally(() => bench.close());
