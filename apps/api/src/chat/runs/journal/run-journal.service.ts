import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Log } from '@/foundation/logging/log';
import type { ActiveRun } from './active-run';
import { RunsRepository } from '../runs.repository';

/** What a crash may cost at most. */
const STORE_EVERY_MS = 200;
const HEARTBEAT_EVERY_MS = 3_000;

/**
 * Stores the events of all running runs together, a few times a second, and keeps their heartbeats.
 * A database that is away for a while loses nothing: what could not be stored waits in the logs.
 */
@Injectable()
export class RunJournal implements OnModuleInit, OnApplicationShutdown {
  private readonly active = new Map<string, ActiveRun>();
  private timers: NodeJS.Timeout[] = [];
  private storing: Promise<void> | null = null;
  private isFailing = false;

  constructor(
    private readonly repository: RunsRepository,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.timers = [
      setInterval(
        () => void this.store().catch((thrown: unknown) => this.complain(thrown)),
        STORE_EVERY_MS,
      ),
      setInterval(
        () => void this.beat().catch((thrown: unknown) => this.complain(thrown)),
        HEARTBEAT_EVERY_MS,
      ),
    ];
  }

  onApplicationShutdown(): void {
    this.timers.forEach(clearInterval);
  }

  add(run: ActiveRun): void {
    this.active.set(run.id, run);
  }

  remove(run: ActiveRun): void {
    this.active.delete(run.id);
  }

  find(runId: string): ActiveRun | undefined {
    return this.active.get(runId);
  }

  findOfConversation(conversationId: string): ActiveRun | undefined {
    return [...this.active.values()].find((run) => run.conversationId === conversationId);
  }

  listAll(): ActiveRun[] {
    return [...this.active.values()];
  }

  /** Resolves when everything appended before the call is stored; one statement at a time keeps the order. */
  async store(): Promise<void> {
    await this.storing?.catch(() => undefined);
    this.storing ??= this.storeNow().finally(() => (this.storing = null));
    return this.storing;
  }

  private async storeNow(): Promise<void> {
    const taken = this.listAll()
      .map((run) => ({ run, events: run.log.unstored() }))
      .filter(({ events }) => events.length > 0);
    if (taken.length === 0) return;
    await this.repository.insertEvents(
      taken.map(({ run, events }) => ({
        conversationId: run.conversationId,
        runId: run.id,
        events,
      })),
    );
    taken.forEach(({ run, events }) => run.log.markStored(events.length));
    this.relax();
  }

  private async beat(): Promise<void> {
    await this.repository.renewHeartbeats([...this.active.keys()]);
  }

  /** Once per outage: with five tries a second, the log would hold little else. */
  private complain(thrown: unknown): void {
    if (this.isFailing) return;
    this.isFailing = true;
    this.log.error(thrown, 'storing run events; they wait until it works again');
  }

  private relax(): void {
    if (this.isFailing) this.log.warn('storing run events works again');
    this.isFailing = false;
  }
}
