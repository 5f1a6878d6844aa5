import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { Clock } from '@/foundation/clock/clock';
import { AppConfig } from '@/foundation/config/config';
import type { ContainerConnection } from '../container-connection';
import { ContainerMaker, LONGEST_IDLE_MS } from '../container-maker.service';
import { keyOfShape, type ContainerShape } from '../container-shape';
import { ContainerEngineUnavailable } from '../containers.errors';
import { EngineWatch } from '../engine-watch.service';
import { Shelf } from './shelf';
import { StockTarget } from './stock-target';

const OPENING_AT_ONCE = 2;
const STOP_WITHIN_MS = 5_000;
const TEND_EVERY_MS = 5_000;
/** A call from the stock has the processors for itself this long before its successor is made. */
const BREATH_MS = 100;
const RETRY_AFTER_FAILURE_MS = 1_000;
const FAILURES_IN_A_ROW = 3;
/** Of a shape that was called a moment ago; of all such shapes together. */
const MOST_UNUSUAL_PER_SHAPE = 2;
const MOST_UNUSUAL = 4;

/** Which container a call needs. */
export interface Want {
  shape: ContainerShape;
  ownerId: string;
  signal: AbortSignal;
}

/** Containers made beforehand, each for one call that nobody shares. */
@Injectable()
export class ContainerStock implements OnModuleInit, OnApplicationShutdown {
  /** The usual shape comes first and stays; others come and go with their calls. */
  private readonly shelves = new Map<string, Shelf>();
  private usual: Shelf;
  private readonly lent = new Set<ContainerConnection>();
  private opening = 0;
  private isStopping = false;
  private tending: NodeJS.Timeout | undefined;
  private refilling: NodeJS.Timeout | undefined;

  constructor(
    private readonly config: AppConfig,
    private readonly watch: EngineWatch,
    private readonly maker: ContainerMaker,
    private readonly clock: Clock,
  ) {
    this.usual = this.openUsual();
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
    this.maker.stop();
    clearInterval(this.tending);
    clearTimeout(this.refilling);
    for (const shelf of this.shelves.values()) {
      shelf.refuseWaiters(new ContainerEngineUnavailable('stopping'));
      for (const connection of shelf.takeAll()) void this.discard(connection);
    }
    for (const connection of this.lent) void this.discard(connection);
    const deadline = performance.now() + STOP_WITHIN_MS;
    while (performance.now() < deadline && (await this.isAnyLeft())) await sleep(50);
  }

  get idle(): number {
    return [...this.shelves.values()].reduce((sum, shelf) => sum + shelf.idle, 0);
  }

  /** A container whose interpreter waits. Null when the signal aborts first; throws when the engine cannot give one. */
  async take({ shape, ownerId, signal }: Want): Promise<ContainerConnection | null> {
    this.watch.requireReady();
    const shelf = this.shelfFor(shape, ownerId);
    const connection = shelf.take(this.clock.now());
    if (connection) {
      this.lent.add(connection);
      this.refillSoon();
      return connection;
    }
    const promised = shelf.wait(signal);
    this.refill();
    return promised;
  }

  /** The container has served; it ends by itself, or is made to. */
  async discard(connection: ContainerConnection): Promise<void> {
    this.lent.delete(connection);
    await this.maker.discard(connection);
  }

  /** What the usual shape is depends on the engine: it may have fewer processors than the operator wishes. */
  private openUsual(): Shelf {
    const shape = this.watch.shapeOf({});
    const { stock, stockMax } = this.config.containers;
    const shelf = new Shelf(shape, '', new StockTarget(stock, stockMax));
    this.shelves.set(keyOfShape(shape), shelf);
    return shelf;
  }

  private hasOtherUsual(): boolean {
    return keyOfShape(this.watch.shapeOf({})) !== keyOfShape(this.usual.shape);
  }

  /** A container with a way out is one person's, and is made when it is needed. */
  private shelfFor(shape: ContainerShape, ownerId: string): Shelf {
    const isOpen = shape.allowedHosts.length > 0;
    const key = isOpen ? `${keyOfShape(shape)} for ${ownerId}` : keyOfShape(shape);
    const known = this.shelves.get(key);
    if (known) return known;
    const target = new StockTarget(0, isOpen ? 0 : MOST_UNUSUAL_PER_SHAPE);
    const shelf = new Shelf(shape, ownerId, target);
    this.shelves.set(key, shelf);
    return shelf;
  }

  private refillSoon(): void {
    if (this.usual.idle === 0) return this.refill();
    clearTimeout(this.refilling);
    this.refilling = setTimeout(() => this.refill(), BREATH_MS);
    this.refilling.unref();
  }

  private refill(): void {
    while (!this.isStopping && this.watch.imageId !== null && this.opening < OPENING_AT_ONCE) {
      const shelf = this.neediest();
      if (!shelf) return;
      void this.openFor(shelf);
    }
  }

  /** A call that waits comes before stock; among several shapes the one with the fewest in the making. */
  private neediest(): Shelf | undefined {
    const now = this.clock.now();
    const needy = [...this.shelves.values()].filter(
      (shelf) => shelf.unserved > 0 || (shelf.missing(now) > 0 && this.mayStock(shelf)),
    );
    const rank = (shelf: Shelf) => (shelf.unserved > 0 ? 0 : OPENING_AT_ONCE) + shelf.opening;
    return needy.sort((a, b) => rank(a) - rank(b))[0];
  }

  private mayStock(shelf: Shelf): boolean {
    return shelf === this.usual || this.idle - this.usual.idle < MOST_UNUSUAL;
  }

  private async openFor(shelf: Shelf): Promise<void> {
    this.opening++;
    shelf.opening++;
    try {
      const imageId = this.watch.imageId ?? '';
      const { shape, ownerId } = shelf;
      const connection = await this.maker.make({ imageId, shape, ownerId });
      shelf.failures = 0;
      this.place(shelf, connection, imageId);
    } catch (thrown) {
      await this.endureFailure(shelf, thrown);
    } finally {
      this.opening--;
      shelf.opening--;
    }
    this.refill();
  }

  private place(shelf: Shelf, connection: ContainerConnection, imageId: string): void {
    if (this.isStopping || imageId !== this.watch.imageId || !connection.isWaiting) {
      void this.discard(connection);
      return;
    }
    const shelved = { connection, imageId, since: this.clock.now().getTime() };
    if (shelf.place(shelved)) {
      this.lent.add(connection);
      return;
    }
    // A container that dies on the shelf never serves; one that was lent is its call's concern.
    void connection.closed.then(() => {
      if (!shelf.remove(shelved)) return;
      this.maker.forget(connection);
      this.refill();
    });
  }

  private async endureFailure(shelf: Shelf, thrown: unknown): Promise<void> {
    shelf.failures++;
    if (!this.watch.problem) this.maker.note(thrown);
    if (shelf.failures >= FAILURES_IN_A_ROW || this.watch.problem) shelf.refuseWaiters(thrown);
    await sleep(RETRY_AFTER_FAILURE_MS, undefined, { ref: false });
  }

  /** The engine came, went, or has another image. */
  private adapt(): void {
    const { problem, imageId } = this.watch;
    for (const shelf of this.shelves.values()) {
      if (problem) shelf.refuseWaiters(problem);
      for (const connection of shelf.takeOutdated(imageId)) void this.discard(connection);
    }
    if (this.hasOtherUsual()) {
      this.shelves.delete(keyOfShape(this.usual.shape));
      for (const connection of this.usual.takeAll()) void this.discard(connection);
      this.usual = this.openUsual();
    }
    this.refill();
  }

  /** Slowly smaller when there are more than needed, never older than it should be. */
  private tend(): void {
    const now = this.clock.now();
    for (const [key, shelf] of this.shelves) {
      const superfluous = shelf.takeSuperfluous(now, LONGEST_IDLE_MS);
      if (superfluous) void this.discard(superfluous);
      if (shelf !== this.usual && !shelf.isNeeded(now)) this.shelves.delete(key);
    }
    this.refill();
  }

  private async isAnyLeft(): Promise<boolean> {
    return this.opening > 0 || (await this.maker.isAnyLeft());
  }
}
