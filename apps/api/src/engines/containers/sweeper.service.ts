import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Clock } from '@/foundation/clock/clock';
import { AppConfig } from '@/foundation/config/config';
import { Log } from '@/foundation/logging/log';
import { ContainerMaker } from './container-maker.service';
import { DockerEngine, type FoundContainer } from './docker-engine.adapter';
import { EngineWatch } from './engine-watch.service';

const SWEEP_EVERY_MS = 60_000;
/** Younger ones may be between two steps of being made or removed. */
const SETTLED_AFTER_MS = 60_000;

/**
 * Removes tool containers that nobody will: left by a crash, by a lost engine, or past their expiry. Containers
 * without our labels are invisible to it, and those of a living server are left alone.
 */
@Injectable()
export class Sweeper implements OnModuleInit, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly config: AppConfig,
    private readonly engine: DockerEngine,
    private readonly watch: EngineWatch,
    private readonly maker: ContainerMaker,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    watch.onChange(() => void this.sweep());
  }

  onModuleInit(): void {
    this.timer = setInterval(() => void this.sweep(), SWEEP_EVERY_MS);
    this.timer.unref();
    void this.sweep();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Returns how many it removed. Never throws: the next sweep comes. */
  async sweep(): Promise<number> {
    if (this.watch.problem) return 0;
    try {
      const leftovers = (await this.engine.listToolContainers()).filter((it) =>
        this.isLeftover(it),
      );
      await Promise.all(leftovers.map(({ id }) => this.engine.remove(id)));
      if (leftovers.length > 0) this.log.info({ removed: leftovers.length }, 'swept containers');
      return leftovers.length;
    } catch (thrown) {
      this.log.warn(`could not sweep containers: ${String(thrown)}`);
      return 0;
    }
  }

  private isLeftover(found: FoundContainer): boolean {
    const now = this.clock.now().getTime();
    if (found.instanceId === this.config.instanceId) return !this.maker.knows(found.name);
    if (found.expires && found.expires.getTime() < now) return true;
    return found.state !== 'running' && now - found.createdAt.getTime() > SETTLED_AFTER_MS;
  }
}
