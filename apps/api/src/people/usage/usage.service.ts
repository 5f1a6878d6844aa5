import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '@/foundation/clock/clock';
import type { Caller } from '@/foundation/http/caller';
import { Log } from '@/foundation/logging/log';
import { RowBatch } from './row-batch';
import type { UsageEntry } from './usage-entry.entity';
import { UsageRepository, type UsageTotals } from './usage.repository';

interface Place {
  conversationId: string | null;
  runId: string | null;
}

export interface ModelStepUsage extends Place {
  model: string;
  inputTokens: number;
  outputTokens: number;
  cachedTokens: number;
  durationMs?: number;
  cost?: number;
}

export interface ToolCallUsage extends Place {
  tool: string;
  durationMs: number;
}

/** Who used how much. Recording never waits and never fails the work it counts. */
@Injectable()
export class UsageService implements OnApplicationShutdown {
  private readonly batch: RowBatch<Omit<UsageEntry, 'id'>>;

  constructor(
    private readonly repository: UsageRepository,
    private readonly clock: Clock,
    log: Log,
  ) {
    this.batch = new RowBatch((rows) => this.repository.insert(rows), {
      onFailure: (thrown) => log.error(thrown, 'writing usage'),
      onDropped: (rows) =>
        log.warn(`dropped ${rows} usage entries: the database is away for too long`),
    });
  }

  recordModelStep(caller: Caller, step: ModelStepUsage): void {
    this.add(caller, step);
  }

  /** Written when this resolves, in the running transaction; a failure fails the work. */
  async writeModelStep(caller: Caller, step: ModelStepUsage): Promise<void> {
    await this.repository.insert([this.entry(caller, step)]);
  }

  recordToolCall(caller: Caller, call: ToolCallUsage): void {
    this.add(caller, call);
  }

  async sumSince(caller: Caller, since: Date): Promise<UsageTotals> {
    return this.repository.sumOfUserSince(caller.userId, since);
  }

  sumByModel(userId: string, dayStart: Date, monthStart: Date) {
    return this.repository.sumByModel(userId, dayStart, monthStart);
  }

  onApplicationShutdown(): Promise<void> {
    return this.flush();
  }

  flush(): Promise<void> {
    return this.batch.flush();
  }

  private add(caller: Caller, facts: Place & Partial<UsageEntry>): void {
    this.batch.add(this.entry(caller, facts));
  }

  private entry({ userId }: Caller, facts: Place & Partial<UsageEntry>): Omit<UsageEntry, 'id'> {
    const { conversationId, runId, model = null, tool = null, cost = 0 } = facts;
    return {
      at: this.clock.now(),
      userId,
      conversationId,
      runId,
      model,
      tool,
      inputTokens: whole(facts.inputTokens),
      outputTokens: whole(facts.outputTokens),
      cachedTokens: whole(facts.cachedTokens),
      cost,
      calls: 1,
      durationMs: whole(facts.durationMs),
    };
  }
}

const LARGEST_INTEGER = 2_147_483_647;

/** Providers report what they like; one odd number must not make a whole batch fail. */
const whole = (value: number | undefined): number =>
  Number.isFinite(value) ? Math.min(LARGEST_INTEGER, Math.max(0, Math.round(value ?? 0))) : 0;
