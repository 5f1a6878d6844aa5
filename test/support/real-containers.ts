import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { ContainerMaker } from '@/engines/containers/container-maker.service';
import type { ScriptCall } from '@/engines/containers/container-runtime';
import { DockerEngine } from '@/engines/containers/docker-engine.adapter';
import { DockerRuntime } from '@/engines/containers/docker-runtime.adapter';
import { EgressGate } from '@/engines/containers/egress-gate';
import { EngineWatch } from '@/engines/containers/engine-watch.service';
import { ReusePool } from '@/engines/containers/reuse/reuse-pool.service';
import { ContainerStock } from '@/engines/containers/stock/container-stock.service';
import { Sweeper } from '@/engines/containers/sweeper.service';
import { SystemClock } from '@/foundation/clock/clock';
import { readConfig } from '@/foundation/config/config';
import { Log } from '@/foundation/logging/log';

/** For calls that name no hosts. */
class NoGate extends EgressGate {
  override open(hosts: readonly string[]): Promise<never> {
    return Promise.reject(new Error(`nobody opens a gate to ${hosts.join()} here`));
  }
}

/** The whole room on a real engine, put together without Nest. */
export class RealContainers {
  readonly config;
  readonly engine;
  readonly watch;
  readonly maker;
  readonly stock;
  readonly pool;
  readonly sweeper;
  readonly runtime;

  constructor(settings: Record<string, string> = {}, gates: EgressGate = new NoGate()) {
    this.config = {
      ...readConfig({
        LOG_LEVEL: 'silent',
        CONTAINER_COOLDOWN_MS: '0',
        ...process.env,
        ...settings,
      }),
      instanceId: `test-${randomBytes(6).toString('hex')}`,
    };
    const log = new Log(this.config);
    const clock = new SystemClock();
    this.engine = new DockerEngine(this.config);
    this.watch = new EngineWatch(this.config, this.engine, log);
    this.maker = new ContainerMaker(this.config, this.engine, gates, clock, log);
    this.stock = new ContainerStock(this.config, this.watch, this.maker, clock);
    this.pool = new ReusePool(this.config, this.watch, this.stock, this.maker, clock);
    this.sweeper = new Sweeper(this.config, this.engine, this.watch, this.maker, clock, log);
    this.runtime = new DockerRuntime(this.config, this.engine, this.watch, this.stock, this.pool);
  }

  async start(): Promise<void> {
    await this.watch.onModuleInit();
    this.stock.onModuleInit();
    this.pool.onModuleInit();
    this.sweeper.onModuleInit();
  }

  async stop(): Promise<void> {
    this.watch.onApplicationShutdown();
    this.runtime.onApplicationShutdown();
    this.sweeper.onApplicationShutdown();
    this.pool.onApplicationShutdown();
    await this.stock.onApplicationShutdown();
  }

  run(script: string, changes: Partial<ScriptCall> = {}) {
    return this.runtime.runScript({ ...aScriptCall(script), ...changes });
  }

  /** Names of containers with this server's label, asked of the engine by its own client. */
  listOwn(): string[] {
    return listContainers(`toolyard.instance=${this.config.instanceId}`);
  }
}

export const aScriptCall = (script: string): ScriptCall => ({
  script,
  fileName: 'execution.py',
  parametersJson: '{}',
  timeoutMs: 10_000,
  outputChars: 10_000,
  ownerId: 'someone',
  signal: new AbortController().signal,
});

export const docker = (...args: string[]): string =>
  execFileSync('docker', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

export const listContainers = (label: string): string[] =>
  docker('ps', '--all', '--format', '{{.Names}}', '--filter', `label=${label}`)
    .split('\n')
    .filter(Boolean);

/** Asks again until it is so; gives up after `withinMs`. */
export async function until(isSo: () => boolean, withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error(`not so within ${withinMs} ms: ${isSo.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
