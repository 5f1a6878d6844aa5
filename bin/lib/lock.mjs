import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inRoot } from './places.mjs';
import { begin } from './progress.mjs';

/** One command at a time installs and builds in this checkout. */
export const checkoutLock = () => inRoot('.cache/commands.lock');

/** One command at a time sets up the container engine, on the whole machine. */
export const machineLock = () => path.join(os.tmpdir(), `toolyard-${os.userInfo().username}.lock`);

/**
 * Holds a lock while `work` runs. flock(1) keeps it, and ends when the pipe to this process closes:
 * even a killed command leaves no lock behind.
 */
export async function locked(file, work) {
  mkdirSync(path.dirname(file), { recursive: true });
  const release =
    (await take(file, ['-n'])) ??
    (begin('waiting for another command of this project'), await take(file, []));
  try {
    return await work();
  } finally {
    release?.();
  }
}

function take(file, flags) {
  return new Promise((resolve) => {
    const keeper = spawn('flock', [...flags, file, 'sh', '-c', 'echo held; cat'], {
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    });
    const release = () => keeper.stdin.end();
    keeper.stdout.once('data', () => resolve(release));
    // A system without flock has no Debian packages to install either: go on without.
    keeper.once('error', () => resolve(() => {}));
    keeper.once('exit', () => resolve(undefined));
  });
}
