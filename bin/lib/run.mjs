import { spawn } from 'node:child_process';
import { ROOT } from './places.mjs';
import { Stop } from './progress.mjs';

const KEPT_LINES = 15;

/** Runs a program to its end and answers its output; never rejects for a bad exit code. */
export function attempt(file, args, { env, cwd = ROOT, timeoutMs } = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
    });
    let output = '';
    let stdout = '';
    child.stdout.on('data', (chunk) => ((stdout += chunk), (output += chunk)));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 127, stdout, output: error.message }));
    child.on('close', (code, signal) =>
      resolve({
        code: code ?? 128,
        stdout: stdout.trim(),
        output: signal ? output + signal : output,
      }),
    );
  });
}

/** Runs quietly; if it fails, its last lines are the message. */
export async function run(file, args, { advice, ...options } = {}) {
  const { code, stdout, output } = await attempt(file, args, options);
  if (code === 0) return stdout;
  const told = output
    .trim()
    .split('\n')
    .filter((line) => !/^\s+at /.test(line));
  const tail = told.slice(-KEPT_LINES).join('\n  ');
  throw new Stop(`${file} ${args.slice(0, 3).join(' ')} failed (${code}):\n  ${tail}`, advice);
}

export const succeeds = async (file, args, options) =>
  (await attempt(file, args, options)).code === 0;

/**
 * Gives the terminal to a child and ends as it ends. Ctrl-C reaches the child through the terminal's process group;
 * a signal sent to this process alone is passed on. npm dies of a signal without passing it on: then nobody would be
 * left to stop the child, so losing the parent stops it too.
 */
export function handOver(file, args, { env, cwd = ROOT } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' });
    const signals = ['SIGTERM', 'SIGHUP', 'SIGINT'];
    const pass = (signal) => child.kill(signal);
    for (const signal of signals) process.on(signal, pass);
    const parent = process.ppid;
    const watch = setInterval(() => process.ppid !== parent && pass('SIGTERM'), 500);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearInterval(watch);
      for (const each of signals) process.removeListener(each, pass);
      resolve(signal ? 128 + (signal === 'SIGKILL' ? 9 : 15) : code);
    });
  });
}
