// `npm run bench -- tools`: runs test/bench/tools.bench.ts on a prepared machine and passes its lines on.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { swcOf } from './lib/build.mjs';
import { inRoot, node } from './lib/places.mjs';
import { prepare } from './lib/prepare.mjs';
import { main, Stop } from './lib/progress.mjs';
import { handOver, run } from './lib/run.mjs';

await main(async () => {
  const [name, ...rest] = process.argv.slice(2);
  const names = existsSync(inRoot('test/bench'))
    ? readdirSync(inRoot('test/bench')).flatMap((file) => /^(.+)\.bench\.ts$/.exec(file)?.[1] ?? [])
    : [];
  if (!names.includes(name)) {
    throw new Stop(`Which one? ${names.join(', ')}`, 'For example: npm run bench -- tools');
  }
  const settings = await prepare();
  // Compiled beside the sources' tree, so that `@/…` and node_modules are found as usual.
  mkdirSync(inRoot('.cache'), { recursive: true });
  const out = mkdtempSync(inRoot('.cache/bench-'));
  try {
    await run(node(), [...swcOf(['apps/api/src', 'migrations', 'test']), '--out-dir', out]);
    return await handOver(node(), [`${out}/test/bench/${name}.bench.js`, ...rest], {
      env: settings,
    });
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
});
