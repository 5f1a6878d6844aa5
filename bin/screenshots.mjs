// `npm run screenshots`: takes the pictures of the README from the running product, on data of their own.
import { prepare } from './lib/prepare.mjs';
import { inRoot, node } from './lib/places.mjs';
import { main } from './lib/progress.mjs';
import { handOver } from './lib/run.mjs';

await main(async () => {
  const settings = await prepare();
  const hook = inRoot('test/support/typescript.cjs');
  return handOver(node(), ['-r', hook, inRoot('test/support/screenshots.main.ts')], {
    env: settings,
  });
});
