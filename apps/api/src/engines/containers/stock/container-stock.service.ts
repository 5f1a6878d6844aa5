import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { Clock } from '@/foundation/clock/clock';
import { AppConfig } from '@/foundation/config/config';
import { Log } from '@/foundation/logging/log';
import type { ContainerConnection } from '../container-connection';
import { ContainerEngineUnavailable } from '../containers.errors';
import { DockerEngine } from '../docker-engine.adapter';
import { EngineWatch } from '../engine-watch.service';
import { StockTarget } from './stock-target';

const OPENING_AT_ONCE = 2;
const LONGEST_IDLE_MS = 10 * 60_000;
const READY_WITHIN_MS = 20_000;
const GONE_WITHIN_MS = 3_000;
const STOP_WITHIN_MS = 5_000;
const TEND_EVERY_MS = 5_000;
/** A call from the stock has the processors for itself this long before its successor is made. */
const BREATH_MS = 100;
const RETRY_AFTER_FAILURE_MS = 1_000;
const FAILURES_IN_A_ROW = 3;
const EXPIRY_MARGIN_MS = 10 * 60_000;

interface Shelved {
  connection: ContainerConnection;
  imageId: string;
  since: number;
}

interface Waiter {
  give(connection: ContainerConnection): void;
  refuse(reason: unknown): void;
}

/** Containers made beforehand, each for one call that nobody shares. */
@Injectable()
export class ContainerStock implements OnModuleInit, OnApplicationShutdown {
  private readonly target: StockTarget;
  /** Everything of ours that may exist on the engine, by name: idle, opening, lent, dying. */
  private readonly names = new Set<string>();
  private readonly lent = new Set<ContainerConnection>();
  private shelf: Shelved[] = [];
  private waiters: Waiter[] = [];
  private opening = 0;
  private failures = 0;
  private isStopping = false;
  private tending: NodeJS.Timeout | undefined;
  private refilling: NodeJS.Timeout | undefined;

  constructor(
    private readonly config: AppConfig,
    private readonly engine: DockerEngine,
    private readonly watch: EngineWatch,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    this.target = new StockTarget(config.containers.stock, config.containers.stockMax);
    watch.onChange(() => this.adapt());
  }

  onModuleInit(): void {
    this.tending = setInterval(() => this.tend(), TEND_EVERY_MS);
    this.tending.unref();
    this.refill();
  }

  /** Nothing of ours stays behind. What is just being made is discarded as soon as it is there. */
  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.tending);
    clearTimeout(this.refilling);
    this.refuseWaiters(new ContainerEngineUnavailable('stopping'));
    for (const { connection } of this.shelf.splice(0)) void this.discard(connection);
    for (const connection of this.lent) void this.discard(connection);
    const deadline = performance.now() + STOP_WITHIN_MS;
    while (performance.now() < deadline && (await this.isAnyLeft())) await sleep(50);
  }

  get idle(): number {
    return this.shelf.length;
  }

  /** Whether this server made a container of that name and may still need it. */
  knows(name: string): boolean {
    return this.names.has(name);
  }

  /** A container whose interpreter waits. Null when the signal aborts first; throws when the engine cannot give one. */
  async take(signal: AbortSignal): Promise<ContainerConnection | null> {
    this.watch.requireReady();
    this.target.note(this.clock.now());
    const connection = this.takeFromShelf();
    if (connection) {
      this.refillSoon();
      return connection;
    }
    const promised = this.waitForNext(signal);
    this.refill();
    return promised;
  }

  /** The container has served; it ends by itself, or is made to. */
  async discard(connection: ContainerConnection): Promise<void> {
    this.lent.delete(connection);
    connection.endInput();
    const patience = new AbortController();
    const isGone = await Promise.race([
      connection.closed.then(() => true),
      sleep(GONE_WITHIN_MS, false, { signal: patience.signal }).catch(() => false),
    ]);
    patience.abort();
    if (!isGone)
      await this.engine.remove(connection.containerId).catch((e: unknown) => this.note(e));
    connection.destroy();
    this.names.delete(connection.name);
  }

  private takeFromShelf(): ContainerConnection | null {
    const shelved = this.shelf.shift();
    if (!shelved) return null;
    if (!shelved.connection.isWaiting) return this.takeFromShelf();
    this.lent.add(shelved.connection);
    return shelved.connection;
  }

  private waitForNext(signal: AbortSignal): Promise<ContainerConnection | null> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return resolve(null);
      const giveUp = () => {
        this.waiters = this.waiters.filter((other) => other !== waiter);
        resolve(null);
      };
      const settled = () => signal.removeEventListener('abort', giveUp);
      const waiter: Waiter = {
        give: (connection) => {
          settled();
          resolve(connection);
        },
        refuse: (reason) => {
          settled();
          reject(reason as Error);
        },
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.waiters.push(waiter);
    });
  }

  private refillSoon(): void {
    if (this.shelf.length === 0) return this.refill();
    clearTimeout(this.refilling);
    this.refilling = setTimeout(() => this.refill(), BREATH_MS);
    this.refilling.unref();
  }

  private refill(): void {
    while (this.canOpen() && this.missing() > 0) void this.openOne();
  }

  private canOpen(): boolean {
    return !this.isStopping && this.watch.imageId !== null && this.opening < OPENING_AT_ONCE;
  }

  private missing(): number {
    const wanted = this.waiters.length + this.target.at(this.clock.now());
    return wanted - this.shelf.length - this.opening;
  }

  private async openOne(): Promise<void> {
    this.opening++;
    try {
      const imageId = this.watch.imageId ?? '';
      const connection = await this.openReady(imageId);
      this.failures = 0;
      this.place({ connection, imageId, since: this.clock.now().getTime() });
    } catch (thrown) {
      await this.endureFailure(thrown);
    } finally {
      this.opening--;
    }
    this.refill();
  }

  private async openReady(imageId: string): Promise<ContainerConnection> {
    let name = '';
    try {
      const order = { instanceId: this.config.instanceId, imageId, expires: this.expiry() };
      const connection = await this.engine.open(order, (given) => this.names.add((name = given)));
      const late = setTimeout(() => connection.destroy(), READY_WITHIN_MS);
      const isReady = await connection.ready;
      clearTimeout(late);
      if (isReady) return connection;
      await this.engine.remove(connection.containerId).catch((e: unknown) => this.note(e));
      throw new ContainerEngineUnavailable(
        'not_working',
        connection.lastWords || 'it ended at once',
      );
    } catch (thrown) {
      this.names.delete(name);
      throw thrown;
    }
  }

  private place(shelved: Shelved): void {
    const { connection, imageId } = shelved;
    if (this.isStopping || imageId !== this.watch.imageId || !connection.isWaiting) {
      void this.discard(connection);
      return;
    }
    const waiter = this.waiters.shift();
    if (waiter) {
      this.lent.add(connection);
      waiter.give(connection);
      return;
    }
    this.shelf.push(shelved);
    void connection.closed.then(() => this.forget(shelved));
  }

  /** A container that dies on the shelf never serves; one that was lent is its call's concern. */
  private forget(shelved: Shelved): void {
    const before = this.shelf.length;
    this.shelf = this.shelf.filter((other) => other !== shelved);
    if (this.shelf.length === before) return;
    this.names.delete(shelved.connection.name);
    this.refill();
  }

  private async endureFailure(thrown: unknown): Promise<void> {
    this.failures++;
    this.note(thrown);
    if (this.failures >= FAILURES_IN_A_ROW || this.watch.problem) this.refuseWaiters(thrown);
    await sleep(RETRY_AFTER_FAILURE_MS, undefined, { ref: false });
  }

  private refuseWaiters(reason: unknown): void {
    const refused = this.waiters;
    this.waiters = [];
    for (const waiter of refused) waiter.refuse(reason);
  }

  /** The engine came, went, or has another image. */
  private adapt(): void {
    if (this.watch.problem) this.refuseWaiters(this.watch.problem);
    const outdated = this.shelf.filter(({ imageId }) => imageId !== this.watch.imageId);
    this.shelf = this.shelf.filter(({ imageId }) => imageId === this.watch.imageId);
    for (const { connection } of outdated) void this.discard(connection);
    this.refill();
  }

  /** Slowly smaller when there are more than needed, never older than it should be. */
  private tend(): void {
    const now = this.clock.now();
    const [oldest] = this.shelf;
    if (!oldest) return this.refill();
    const isTooMany = this.shelf.length > this.target.at(now);
    if (isTooMany || now.getTime() - oldest.since > LONGEST_IDLE_MS) {
      this.shelf.shift();
      void this.discard(oldest.connection);
    }
    this.refill();
  }

  private expiry(): Date {
    const longestCall = this.config.customTools.maxTimeoutSeconds * 1000;
    return new Date(this.clock.now().getTime() + LONGEST_IDLE_MS + longestCall + EXPIRY_MARGIN_MS);
  }

  private async isAnyLeft(): Promise<boolean> {
    if (this.opening > 0) return true;
    const found = await this.engine.listToolContainers().catch(() => []);
    return found.some(({ instanceId }) => instanceId === this.config.instanceId);
  }

  private note(thrown: unknown): void {
    if (!this.isStopping && !this.watch.problem) this.log.error(thrown, 'a tool container failed');
  }
}
