import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { canInstall, install, known } from './apt.mjs';
import { dataDir } from './places.mjs';
import { begin, done, Stop, warn } from './progress.mjs';
import { attempt, succeeds } from './run.mjs';

const USUAL_SOCKET = '/var/run/docker.sock';
const START_MS = 60_000;

const HOW_TO_GET_ONE =
  'Custom tools need a container engine: install Docker (Debian, Ubuntu: apt-get install docker.io) and join the group docker.';

/** Finds a container engine or brings one up; answers its address, or undefined when there is none to be had. */
export async function findOrStartEngine() {
  const found = await reachable();
  if (found) return (done('container engine'), found);
  if (process.env.DOCKER_HOST) {
    return void warn(`No container engine answers at DOCKER_HOST (${process.env.DOCKER_HOST}).`);
  }
  if (!canInstall()) return void warn(HOW_TO_GET_ONE);
  try {
    await installEngine();
    const address = (await reachable()) ?? (await startDaemon());
    done('container engine');
    return address;
  } catch (thrown) {
    if (!(thrown instanceof Stop)) throw thrown;
    return void warn(`${thrown.message}\n  ${thrown.advice ?? HOW_TO_GET_ONE}`);
  }
}

async function installEngine() {
  const missing = [];
  if (!(await succeeds('dockerd', ['--version']))) missing.push('docker.io');
  // Newer releases keep the command line apart from the daemon.
  if (!(await succeeds('docker', ['--version']))) missing.push(...(await known(['docker-cli'])));
  if (!(await succeeds('iptables', ['--version']))) missing.push('iptables');
  if (missing.length > 0) await install(missing, 'The container engine');
}

async function reachable() {
  const runtimeDir = process.env.XDG_RUNTIME_DIR;
  const candidates = process.env.DOCKER_HOST
    ? [process.env.DOCKER_HOST]
    : [USUAL_SOCKET, ...(runtimeDir ? [`${runtimeDir}/docker.sock`] : [])].map(
        (at) => `unix://${at}`,
      );
  for (const address of candidates) if (await answers(address)) return address;
}

/** Whether `address` (unix:///path or tcp://host:port) speaks the Docker API. */
function answers(address) {
  const { protocol, pathname, hostname, port } = new URL(address);
  const target = protocol === 'unix:' ? { socketPath: pathname } : { host: hostname, port };
  return new Promise((resolve) => {
    const request = http.get({ ...target, path: '/_ping', timeout: 2_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('error', () => resolve(false));
    request.on('timeout', () => request.destroy());
  });
}

/**
 * Starts dockerd so that it outlives this command. After a killed daemon a new one may refuse for some seconds
 * ("pid file found"), so a refusal is tried again until the time is up.
 */
async function startDaemon() {
  if (existsSync('/run/systemd/system')) await attempt('systemctl', ['start', 'docker']);
  begin('starting the container engine');
  const log = path.join(dataDir(), 'dockerd.log');
  const until = Date.now() + START_MS;
  for (let daemon = spawnDaemon(log); Date.now() < until; await sleep(300)) {
    const address = await reachable();
    if (address) return address;
    if (daemon.exitCode !== null) {
      await sleep(2_000);
      daemon = spawnDaemon(log);
    }
  }
  const tail = readFileSync(log, 'utf8').trim().split('\n').slice(-3).join('\n  ');
  throw new Stop(
    `The container engine did not start:\n  ${tail}`,
    `Read ${log}; Toolyard works without custom tools.`,
  );
}

function spawnDaemon(log) {
  mkdirSync(path.dirname(log), { recursive: true });
  const output = openSync(log, 'a');
  const daemon = spawn('dockerd', [], {
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output],
  });
  daemon.on('error', () => {});
  daemon.unref();
  return daemon;
}
