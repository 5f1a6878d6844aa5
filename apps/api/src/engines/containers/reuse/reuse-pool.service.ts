import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Clock } from '@/foundation/clock/clock';
import { AppConfig } from '@/foundation/config/config';
import type { ContainerConnection } from '../container-connection';
import { ContainerMaker, LONGEST_SERVICE_MS } from '../container-maker.service';
import { ContainerEngineUnavailable } from '../containers.errors';
import { EngineWatch } from '../engine-watch.service';
import { ContainerStock, type Want } from '../stock/container-stock.service';
import { KeptGroup, type Kept } from './kept-group';

const MOST_CALLS = 500;
const LONGEST_UNUSED_MS = 60_000;
const TEND_EVERY_MS = 5_000;

export interface ReuseWant extends Want {
  key: string;
}

/** A container for one call; whoever has it says when the call is over. */
export interface Lease {
  connection: ContainerConnection;
  /** Whether the container should make itself ready for another call. */
  isKept: boolean;
  /** `isClean`: the script ended by itself and reported, so the container may serve its key again. */
  end(isClean: boolean): void;
}

/**
 * Containers that stay with one key for several calls: a container serves the key it came to first and no other, and
 * goes at the first sign of trouble.
 */
@Injectable()
export class ReusePool implements OnModuleInit, OnApplicationShutdown {
  private readonly groups = new Map<string, KeptGroup>();
  private readonly stopping = new AbortController();
  private tending: NodeJS.Timeout | undefined;

  constructor(
    private readonly config: AppConfig,
    private readonly watch: EngineWatch,
    private readonly stock: ContainerStock,
    private readonly maker: ContainerMaker,
    private readonly clock: Clock,
  ) {
    watch.onChange(() => this.dropOutdated());
  }

  onModuleInit(): void {
    this.tending = setInterval(() => this.tend(), TEND_EVERY_MS);
    this.tending.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.tending);
    this.stopping.abort();
    for (const group of this.groups.values()) {
      group.refuseWaiters(new ContainerEngineUnavailable('stopping'));
      for (const kept of group.all) this.drop(group, kept);
    }
    this.groups.clear();
  }

  /** Containers bound to a key, busy or not. */
  get size(): number {
    return [...this.groups.values()].reduce((sum, group) => sum + group.size, 0);
  }

  /** Null when the signal aborts first; throws when the engine cannot give one. */
  async take(want: ReuseWant): Promise<Lease | null> {
    this.watch.requireReady();
    const group = this.groupFor(want);
    const idle = group.takeIdle();
    if (idle) return this.lend(group, idle);
    const promised = group.wait(want.signal);
    this.growIfNeeded(group);
    const kept = await promised;
    return kept && this.lend(group, kept);
  }

  private groupFor({ key, shape, ownerId }: ReuseWant): KeptGroup {
    const known = this.groups.get(key);
    if (known) return known;
    const group = new KeptGroup(shape, ownerId);
    this.groups.set(key, group);
    return group;
  }

  private lend(group: KeptGroup, kept: Kept): Lease {
    kept.calls++;
    const isKept = kept.calls < MOST_CALLS;
    return {
      connection: kept.connection,
      isKept,
      end: (isClean) => void this.receive(group, kept, isKept && isClean),
    };
  }

  private async receive(group: KeptGroup, kept: Kept, mayStay: boolean): Promise<void> {
    const stays = mayStay && (await this.maker.renew(kept.connection)) && this.isFresh(kept);
    if (stays) {
      kept.idleSince = this.clock.now().getTime();
      group.place(kept);
    } else {
      this.drop(group, kept);
    }
    this.growWhereNeeded();
  }

  /** Another key may have waited for the room that this one's container now leaves or can leave. */
  private growWhereNeeded(): void {
    if (this.stopping.signal.aborted) return;
    for (const group of this.groups.values()) this.growIfNeeded(group);
  }

  private isFresh({ imageId, since }: Kept): boolean {
    const age = this.clock.now().getTime() - since;
    const isOurs = !this.stopping.signal.aborted && imageId === this.watch.imageId;
    return isOurs && age < LONGEST_SERVICE_MS;
  }

  /** As many as one person may run at once; beyond what all may run, an idle one of another key makes room. */
  private growIfNeeded(group: KeptGroup): void {
    const { atOnce, perPerson } = this.config.containers;
    while (group.needsMore && group.size < perPerson) {
      if (this.size >= atOnce && !this.makeRoom()) return;
      void this.grow(group);
    }
  }

  private async grow(group: KeptGroup): Promise<void> {
    group.growing++;
    try {
      const imageId = this.watch.imageId ?? '';
      const { shape, ownerId } = group;
      const { signal } = this.stopping;
      const connection = await this.stock.take({ shape, ownerId, signal });
      if (!connection) return;
      const now = this.clock.now().getTime();
      const kept = { connection, imageId, since: now, idleSince: now, calls: 0, isBusy: false };
      if (this.isFresh(kept)) group.place(kept);
      else void this.stock.discard(connection);
    } catch (thrown) {
      group.refuseWaiters(thrown);
    } finally {
      group.growing--;
    }
    this.growWhereNeeded();
  }

  /** The one unused longest goes. */
  private makeRoom(): boolean {
    const idle = [...this.groups.values()].flatMap((group) =>
      group.all.filter((it) => !it.isBusy).map((kept) => ({ group, kept })),
    );
    const [oldest] = idle.sort((a, b) => a.kept.idleSince - b.kept.idleSince);
    if (oldest) this.drop(oldest.group, oldest.kept);
    return oldest !== undefined;
  }

  private drop(group: KeptGroup, kept: Kept): void {
    group.remove(kept);
    void this.stock.discard(kept.connection);
  }

  private dropOutdated(): void {
    for (const group of this.groups.values()) {
      if (this.watch.problem) group.refuseWaiters(this.watch.problem);
      for (const kept of group.all) {
        if (!kept.isBusy && !this.isFresh(kept)) this.drop(group, kept);
      }
    }
  }

  private tend(): void {
    const now = this.clock.now().getTime();
    for (const [key, group] of this.groups) {
      for (const kept of group.all) {
        const isUnused = !kept.isBusy && now - kept.idleSince > LONGEST_UNUSED_MS;
        const isGone = kept.connection.isClosed && !kept.isBusy;
        if (isUnused || isGone || (!kept.isBusy && !this.isFresh(kept))) this.drop(group, kept);
      }
      if (group.isEmpty) this.groups.delete(key);
    }
  }
}
