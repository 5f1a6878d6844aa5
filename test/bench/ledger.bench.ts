import { measureLedger } from './support/ledger-bench';
import { checkBars } from './support/numbers';

/** `npm run bench -- ledger`: pages over 1,000,000 rows; also part of `npm run bench -- policy`. */
measureLedger()
  .then((bars) => {
    process.exitCode = checkBars(bars) ? 0 : 1;
  })
  .catch((thrown: unknown) => {
    console.error(thrown);
    process.exitCode = 1;
  });
