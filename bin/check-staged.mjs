// The pre-commit hook: what is staged must be formatted and clean, and no import may break a wall of the house.
import { existsSync } from 'node:fs';
import { inRoot, node } from './lib/places.mjs';
import { main, Stop } from './lib/progress.mjs';
import { attempt } from './lib/run.mjs';

const LINTED = /\.(ts|mts|cts|mjs|cjs|js|vue)$/;
const HOUSE = ['apps', 'migrations', 'test'];

await main(async () => {
  if (!existsSync(inRoot('node_modules'))) throw new Stop('Nothing is installed.', 'npm run dev');
  const staged = await stagedFiles();
  const linted = staged.filter((file) => LINTED.test(file));
  const checks = [];
  if (staged.length > 0) {
    const prettier = ['prettier/bin/prettier.cjs', '--check', '--ignore-unknown', ...staged];
    checks.push({ args: prettier, advice: `npx prettier --write ${staged.join(' ')}` });
  }
  if (linted.length > 0) {
    const eslint = ['eslint/bin/eslint.js', '--max-warnings', '0', '--no-warn-ignored', ...linted];
    checks.push({ args: eslint, advice: 'Correct what it names, then stage the files again.' });
  }
  if (linted.some((file) => HOUSE.includes(file.split('/')[0]))) {
    const house = [
      'dependency-cruiser/bin/dependency-cruiser.mjs',
      ...['--config', '.dependency-cruiser.cjs', '--cache', '.cache/house', ...HOUSE],
    ];
    checks.push({ args: house, advice: 'ARCHITECTURE.md shows which floor may use which.' });
  }
  const results = await Promise.allSettled(checks.map(({ args, advice }) => check(args, advice)));
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
});

/** Added, copied, modified or renamed: what is removed needs no check. */
async function stagedFiles() {
  const args = ['diff', '--cached', '--name-only', '--diff-filter=ACMR', '-z'];
  const { stdout } = await attempt('git', args);
  return stdout.split('\0').filter(Boolean);
}

async function check([program, ...args], advice) {
  const { code, output } = await attempt(node(), [inRoot('node_modules', program), ...args]);
  if (code !== 0) throw new Stop(output.trim(), advice);
}
