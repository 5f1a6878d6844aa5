// Installs the locked dependencies unless they are there; for CI, the other commands do it themselves.
import { ensureDependencies } from './lib/dependencies.mjs';
import { checkoutLock, locked } from './lib/lock.mjs';
import { main } from './lib/progress.mjs';

await main(() => locked(checkoutLock(), ensureDependencies));
