import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppConfig } from '@/foundation/config/config';
import { Log } from '@/foundation/logging/log';
import type { ScriptCall } from './container-runtime';
import { boundsOf, shapeOf, type ContainerShape } from './container-shape';
import { ContainerEngineUnavailable } from './containers.errors';
import { DockerEngine, type EngineEvent } from './docker-engine.adapter';
import { runcWarning } from './runc-floor';

const CHECK_EVERY_MS = 10_000;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;
const FIRST_ANSWER_WITHIN_MS = 3_000;
const DEATHS_KEPT = 512;

export interface Death {
  exitCode: number | null;
  isOutOfMemory: boolean;
}

/** Knows whether the engine can be used, comes back to it by itself, and hears how containers die. */
@Injectable()
export class EngineWatch implements OnModuleInit, OnApplicationShutdown {
  private readonly stopping = new AbortController();
  private readonly deaths = new Map<string, Death>();
  private readonly listeners: (() => void)[] = [];
  private image: string | null = null;
  private trouble: ContainerEngineUnavailable | null = new ContainerEngineUnavailable('no_engine');
  /** The engine refuses a container that wants more. */
  private cpus = 1;
  private losses = 0;
  private attempts = 0;
  private stopWatching: () => void = () => undefined;

  constructor(
    private readonly config: AppConfig,
    private readonly engine: DockerEngine,
    private readonly log: Log,
  ) {}

  /** Waits a moment, so that the first call after the start already finds an engine that is there. */
  async onModuleInit(): Promise<void> {
    const firstAnswer = new Promise<void>((resolve) => this.listeners.push(resolve));
    void this.keepConnected();
    const patience = new AbortController();
    await Promise.race([
      firstAnswer,
      sleep(FIRST_ANSWER_WITHIN_MS, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
  }

  onApplicationShutdown(): void {
    this.stopping.abort();
    this.stopWatching();
    this.report(new ContainerEngineUnavailable('stopping'));
  }

  /** The image to make containers of; null while the engine cannot be used. */
  get imageId(): string | null {
    return this.trouble ? null : this.image;
  }

  get problem(): ContainerEngineUnavailable | null {
    return this.trouble;
  }

  /** Grows each time the engine is lost: two equal numbers mean that it was there all the while. */
  get timesLost(): number {
    return this.losses;
  }

  /** The container a call needs, within what the operator allows and the engine has. */
  shapeOf(call: Pick<ScriptCall, 'limits' | 'allowedHosts'>): ContainerShape {
    return shapeOf(call, boundsOf(this.config.containers, this.cpus));
  }

  /** Called when the engine comes, goes, or has another image. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /**
   * Whether the engine was there since `timesLost` had that value, and still is. An engine that is stopped kills its
   * containers one by one before it goes: their deaths must not look like the scripts' own doing.
   */
  async wasThereSince(timesLost: number): Promise<boolean> {
    const isHere = () => this.trouble === null && this.losses === timesLost;
    if (!isHere()) return false;
    return this.engine.ping().then(isHere, () => false);
  }

  requireReady(): void {
    if (this.trouble) throw this.trouble;
  }

  /** How a container died, waiting a moment for the news; null when there is none. */
  async findDeath(containerId: string, waitMs: number): Promise<Death | null> {
    for (let waited = 0; waited <= waitMs; waited += 25) {
      const death = this.deaths.get(containerId);
      if (death && (death.exitCode !== null || waited >= waitMs)) return death;
      await sleep(25);
    }
    return this.deaths.get(containerId) ?? null;
  }

  private async keepConnected(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const thrown = await this.stayConnected();
      if (this.stopping.signal.aborted) return;
      this.losses++;
      if (thrown !== null) this.report(asUnavailable(thrown));
      const pause = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.attempts++);
      await sleep(pause, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }

  /** Returns why the engine cannot be used; null when only the line was cut. */
  private async stayConnected(): Promise<unknown> {
    try {
      await this.engine.ping();
      const image = await this.engine.getImageId();
      this.cpus = await this.engine.countCpus();
      const watching = await this.engine.watch((event) => this.hear(event));
      this.stopWatching = watching.stop;
      this.attempts = 0;
      this.image = image;
      this.report(null);
      void this.warnOfOldRuntime();
      return await this.checkUntil(watching.ended);
    } catch (thrown) {
      return thrown;
    } finally {
      this.stopWatching();
    }
  }

  /** An image built anew has another id behind the same name; a hanging engine answers no ping. */
  private async checkUntil(ended: Promise<void>): Promise<null> {
    const over = new AbortController();
    void ended.then(() => over.abort());
    while (!over.signal.aborted) {
      await sleep(CHECK_EVERY_MS, undefined, { signal: over.signal }).catch(() => undefined);
      if (over.signal.aborted) break;
      const image = await this.engine.getImageId();
      if (image === this.image) continue;
      this.image = image;
      this.tellListeners();
    }
    await this.engine.ping();
    return null;
  }

  private hear({ containerId, action, exitCode }: EngineEvent): void {
    const known = this.deaths.get(containerId);
    this.deaths.set(containerId, {
      exitCode: exitCode ?? known?.exitCode ?? null,
      isOutOfMemory: action === 'oom' || (known?.isOutOfMemory ?? false),
    });
    if (this.deaths.size > DEATHS_KEPT) {
      for (const oldest of this.deaths.keys()) {
        this.deaths.delete(oldest);
        break;
      }
    }
  }

  private report(trouble: ContainerEngineUnavailable | null): void {
    const before = this.trouble;
    this.trouble = trouble;
    if (trouble && trouble.advice?.en !== before?.advice?.en) {
      this.log.warn(`container engine unavailable: ${trouble.advice?.en}`);
    }
    if (!trouble && before) this.log.info({}, 'container engine ready');
    this.tellListeners();
  }

  private tellListeners(): void {
    for (const listener of this.listeners) listener();
  }

  private async warnOfOldRuntime(): Promise<void> {
    const versions = await this.engine.versions().catch(() => ({}));
    this.log.info({ versions }, 'container engine versions');
    const warning = runcWarning(versions);
    if (warning) this.log.warn(warning);
  }
}

const asUnavailable = (thrown: unknown): ContainerEngineUnavailable =>
  thrown instanceof ContainerEngineUnavailable
    ? thrown
    : new ContainerEngineUnavailable('not_working', String(thrown));
