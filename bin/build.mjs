// `npm run build`: server and web app into dist/.
import { build } from './lib/build.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { checkoutLock, locked } from './lib/lock.mjs';
import { main } from './lib/progress.mjs';

await main(() =>
  locked(checkoutLock(), async () => {
    await ensureDependencies();
    await build();
  }),
);
