// `npm run ledger:check`: computes every hash of the ledger anew and says what was edited or is missing.
import { build } from './lib/build.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { checkoutLock, locked } from './lib/lock.mjs';
import { inRoot, node, readDotEnv } from './lib/places.mjs';
import { main } from './lib/progress.mjs';
import { handOver } from './lib/run.mjs';

await main(async () => {
  readDotEnv();
  await locked(checkoutLock(), async () => {
    await ensureDependencies();
    await build();
  });
  return handOver(node(), [inRoot('dist/apps/api/src/ledger-check-main.js')]);
});
