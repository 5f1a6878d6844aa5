// `npm run dev`: the server restarts and the page reloads whenever a source file is saved.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { swc, vite } from './lib/build.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { useHooks } from './lib/hooks.mjs';
import { checkoutLock, locked } from './lib/lock.mjs';
import { inRoot, node, readDotEnv } from './lib/places.mjs';
import { requireFreePort } from './lib/port.mjs';
import { prepareContainers } from './lib/prepare.mjs';
import { main } from './lib/progress.mjs';
import { run } from './lib/run.mjs';

/** Apart from the real build, so that a running `npm start` of the same checkout stays as it is. */
const OUT = inRoot('dist-dev');
const ENTRY = `${OUT}/apps/api/src/main.js`;
/** Where people look while they work on it; the server's own address has no pages, or old ones. */
const PAGES = new URL('http://127.0.0.1:5173');

await main(async () => {
  readDotEnv();
  await requireFreePort();
  await useHooks();
  await locked(checkoutLock(), ensureDependencies);
  const settings = await prepareContainers();
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  await run(node(), [...swc(), '--out-dir', OUT]);
  return together([
    { args: [...swc(), '--out-dir', OUT, '--watch'] },
    {
      args: ['--watch', '--watch-preserve-output', '--enable-source-maps', ENTRY],
      env: { PUBLIC_URL: PAGES.origin, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn', ...settings },
    },
    {
      args: [vite(), '--port', PAGES.port, '--strictPort'],
      cwd: inRoot('apps/web'),
      env: { TOOLYARD_API: serverAddress() },
    },
  ]);
});

function serverAddress() {
  return `http://${process.env.HOST || '127.0.0.1'}:${process.env.PORT || 3000}`;
}

/** Runs all of them until one ends or Ctrl-C, then ends the rest and waits for them. */
async function together(programs) {
  const children = programs.map(({ args, env, cwd = inRoot() }) =>
    spawn(node(), args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' }),
  );
  const ended = children.map((child) => new Promise((resolve) => child.once('exit', resolve)));
  const stopped = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve(0));
  });
  const code = await Promise.race([...ended, stopped]);
  for (const child of children) child.kill('SIGTERM');
  await Promise.race([Promise.all(ended), sleep(10_000)]);
  return code ?? 1;
}
