// `npm start`: from a fresh clone to a running Toolyard. Needs nothing but Node and npm.
import { inRoot, node, readDotEnv } from './lib/places.mjs';
import { requireFreePort } from './lib/port.mjs';
import { prepare } from './lib/prepare.mjs';
import { main } from './lib/progress.mjs';
import { handOver } from './lib/run.mjs';

await main(async () => {
  readDotEnv();
  await requireFreePort();
  const settings = await prepare();
  // Compiled code is kept from one start to the next: the second one is the faster by half a second.
  const cache = { NODE_COMPILE_CACHE: inRoot('.cache/node') };
  // Somebody at a terminal reads our lines; what a log collector wants is one setting away.
  const logging = { LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' };
  return handOver(node(), [inRoot('dist/apps/api/src/main.js')], {
    env: { ...logging, ...cache, ...settings },
  });
});
