// `npm test`: everything from nothing. `npm test -- unit` runs one kind, further words go to jest.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from './lib/build.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { runKind } from './lib/jest.mjs';
import { checkoutLock, locked, machineLock } from './lib/lock.mjs';
import { inRoot } from './lib/places.mjs';
import { prepareContainers, requireNode } from './lib/prepare.mjs';
import { main, Stop } from './lib/progress.mjs';
import { choose } from './lib/test-kinds.mjs';
import { ensureTestTools } from './lib/test-tools.mjs';

await main(async () => {
  const { kinds, rest } = choose(process.argv.slice(2));
  const needsMachine = kinds.some((kind) => kind.needsMachine);
  forgetSettings();
  await prepareTests(needsMachine);
  // A folder of its own for all data of the tests: a running `npm start` shares none of it.
  const temp = mkdtempSync(path.join(os.tmpdir(), 'toolyard-npm-test-'));
  const table = {};
  try {
    for (const kind of kinds) {
      console.log(`\n── ${kind.name} ──`);
      table[kind.name] = await runKind(kind, rest, temp);
    }
  } finally {
    rmSync(temp, { recursive: true, force: true, maxRetries: 5 });
  }
  return report(table, rest);
});

/** What an operator has set for a server of theirs must not reach the servers of the tests. */
function forgetSettings() {
  const example = readFileSync(inRoot('.env.example'), 'utf8');
  for (const [, key] of example.matchAll(/^#? ?([A-Z_]+)=/gm)) {
    if (key !== 'DOCKER_HOST' && key !== 'TOOL_IMAGE') delete process.env[key];
  }
}

async function prepareTests(needsMachine) {
  requireNode();
  await locked(checkoutLock(), async () => {
    await ensureDependencies();
    if (needsMachine) await build();
  });
  if (!needsMachine) return;
  await locked(machineLock(), ensureTestTools);
  const settings = await prepareContainers();
  if (!settings.DOCKER_HOST) throw new Stop('The tests run real containers and found no engine.');
  Object.assign(process.env, settings);
}

/** With `-t` the tests that were not asked for count as skipped for jest, but not for us. */
function isFiltered(rest) {
  return rest.some((word) => /^(-t|--testNamePattern)/.test(word));
}

function report(table, rest) {
  if (isFiltered(rest)) for (const counts of Object.values(table)) counts.skipped = 0;
  console.log('\nTests that ran');
  console.table(table);
  const sum = (what) => Object.values(table).reduce((total, counts) => total + counts[what], 0);
  const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map(sum);
  if (skipped > 0) console.log('A skipped test fails the run: finish it or remove it.');
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed + skipped > 0 || passed === 0 ? 1 : 0;
}
