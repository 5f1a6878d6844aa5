import { existsSync, readFileSync } from 'node:fs';
import { inRoot } from './places.mjs';
import { begin, done } from './progress.mjs';
import { run } from './run.mjs';

/** What npm has put into node_modules; npm writes it last, so a broken-off install does not count. */
const INSTALLED = 'node_modules/.package-lock.json';

/** Installs exactly the locked packages, unless they are there already. */
export async function ensureDependencies() {
  if (!areInstalled()) {
    begin('installing dependencies, one to two minutes the first time');
    // No package needs its install script (PostgreSQL's links we make ourselves); without them nothing is compiled
    // and nothing foreign runs.
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      advice: 'Look at the network and at `npm config get registry`, then start again.',
    });
  }
  done('dependencies');
}

function areInstalled() {
  if (!existsSync(inRoot(INSTALLED))) return false;
  const wanted = packagesOf('package-lock.json');
  const installed = packagesOf(INSTALLED);
  return Object.entries(wanted).every(([place, { version, optional, link }]) => {
    if (link || !place.includes('node_modules/')) return true;
    // npm leaves out what was made for other systems.
    return installed[place] ? installed[place].version === version : optional;
  });
}

const packagesOf = (file) => JSON.parse(readFileSync(inRoot(file), 'utf8')).packages;
