import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const START_MS = 60_000;

/**
 * A dockerd of the test's own beside the machine's, so that it can really be stopped. It has no bridge and touches no
 * firewall: tool containers have no network anyway. Needs root, as every dockerd does.
 */
export class OwnEngine {
  private readonly folder = mkdtempSync(path.join(os.tmpdir(), 'toolyard-engine-'));
  private readonly logFile = path.join(this.folder, 'dockerd.log');
  /** The usual file may set a host or a bridge, which dockerd refuses beside options of the same name. */
  private readonly settingsFile = path.join(this.folder, 'daemon.json');
  readonly address = `unix://${path.join(this.folder, 'docker.sock')}`;
  private daemon: ChildProcess | null = null;

  /** Resolves once it answers. */
  async start(): Promise<void> {
    const log = openSync(this.logFile, 'a');
    writeFileSync(this.settingsFile, '{}');
    const daemon = spawn('dockerd', this.options(), { cwd: '/', stdio: ['ignore', log, log] });
    this.daemon = daemon;
    for (const until = Date.now() + START_MS; Date.now() < until; await sleep(100)) {
      if (daemon.exitCode !== null) break;
      if (this.isAnswering()) return;
    }
    const words = readFileSync(this.logFile, 'utf8').split('\n').slice(-8).join('\n');
    throw new Error(`The second dockerd did not start:\n${words}`);
  }

  /** Copies an image over from the machine's engine. */
  async load(image: string): Promise<void> {
    const save = spawn('docker', ['save', image], { stdio: ['ignore', 'pipe', 'inherit'] });
    const load = spawn('docker', ['--host', this.address, 'load', '--quiet'], {
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    const loaded = new Promise((done) => load.once('exit', done));
    await pipeline(save.stdout, load.stdin);
    if ((await loaded) !== 0) throw new Error(`${image} could not be loaded.`);
  }

  /** SIGTERM as a service manager does it, SIGKILL as a crash: then containers go on without their engine. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const { daemon } = this;
    if (!daemon || daemon.exitCode !== null || daemon.signalCode !== null) return;
    const ended = new Promise((done) => daemon.once('exit', done));
    daemon.kill(signal);
    await ended;
    if (signal === 'SIGKILL') await this.forgetContainerd();
  }

  /** Names of all tool containers, of whatever state. */
  listContainers(): string[] {
    return this.docker('ps', '--all', '--format', '{{.Names}}').split('\n').filter(Boolean);
  }

  /** Whatever a killed daemon left running or mounted must go first, or the folder stays. */
  async remove(): Promise<void> {
    await this.stop();
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      if (argumentsOf(pid).includes(`${this.folder}/`)) process.kill(Number(pid), 'SIGKILL');
    }
    const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
    for (const place of mounts.flatMap((line) => line.split(' ')[1] ?? []).reverse()) {
      if (place.startsWith(`${this.folder}/`)) execFileSync('umount', ['--lazy', place]);
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  /**
   * A killed dockerd takes its containerd along. Where the init process reaps late, the next dockerd would take the dead
   * one for a living one, by its number, and wait for it in vain.
   */
  private async forgetContainerd(): Promise<void> {
    const pidFile = path.join(this.folder, 'exec', 'containerd', 'containerd.pid');
    const pid = readFileSync(pidFile, 'utf8');
    while (isRunning(pid)) await sleep(20);
    rmSync(pidFile);
  }

  private docker(...args: string[]): string {
    return execFileSync('docker', ['--host', this.address, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  }

  private isAnswering(): boolean {
    try {
      return this.docker('version') !== '';
    } catch {
      return false;
    }
  }

  private options(): string[] {
    const inFolder = (name: string) => path.join(this.folder, name);
    return [
      `--host=${this.address}`,
      `--data-root=${inFolder('data')}`,
      `--exec-root=${inFolder('exec')}`,
      `--pidfile=${inFolder('dockerd.pid')}`,
      `--config-file=${this.settingsFile}`,
      '--bridge=none',
      '--iptables=false',
      '--ip-masq=false',
    ];
  }
}

function argumentsOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Neither gone nor a zombie. */
function isRunning(pid: string): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
