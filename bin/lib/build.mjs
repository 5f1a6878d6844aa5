import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fingerprint } from './fingerprint.mjs';
import { inRoot, node } from './places.mjs';
import { begin, done } from './progress.mjs';
import { run } from './run.mjs';

const isTest = (file) => /\.spec\.ts$|\/jest\//.test(file);

/** Server and web app, each only when its sources have changed since its last build. */
export async function build() {
  await ifChanged('server', [...SERVER, '.swcrc'], buildServer);
  await ifChanged('web', ['apps/web', 'apps/api/src/contract', 'static'], buildWeb);
  done('build');
}

const SERVER = ['apps/api/src', 'migrations'];

async function ifChanged(part, sources, make) {
  const stamp = inRoot('dist', `.${part}`);
  const now = fingerprint([...sources, 'package-lock.json'], { without: isTest });
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  begin(`building the ${part}`);
  rmSync(stamp, { force: true });
  await make();
  writeFileSync(stamp, now);
}

/** Entities and migrations are found by file name, so a file of an earlier build must not stay behind. */
async function buildServer() {
  const next = inRoot('dist/next');
  rmSync(next, { recursive: true, force: true });
  mkdirSync(next, { recursive: true });
  await run(node(), [...swc(), '--out-dir', next], {
    advice: '`npm run types` shows where it is wrong.',
  });
  for (const folder of ['apps', 'migrations']) {
    rmSync(inRoot('dist', folder), { recursive: true, force: true });
    if (existsSync(`${next}/${folder}`)) renameSync(`${next}/${folder}`, inRoot('dist', folder));
  }
  rmSync(next, { recursive: true, force: true });
}

/** The compiler's command line over folders of the checkout. */
export const swcOf = (folders) => [
  inRoot('node_modules/@swc/cli/bin/swc.js'),
  ...folders.filter((folder) => existsSync(inRoot(folder))),
  ...['--config-file', inRoot('.swcrc'), '--quiet', '--ignore', '**/*.spec.ts'],
];

/** The same over the server; `npm run dev` adds --watch to it. */
export const swc = () => swcOf(SERVER);

export const vite = () => inRoot('node_modules/vite/bin/vite.js');

async function buildWeb() {
  await run(node(), [vite(), 'build', '--logLevel', 'warn'], {
    cwd: inRoot('apps/web'),
    advice: '`npm run types` shows where it is wrong.',
  });
}
