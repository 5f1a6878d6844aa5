import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { ToolCallRow, ToolHealth } from '@/contract/workshop';
import { Clock } from '@/foundation/clock/clock';
import type { Caller } from '@/foundation/http/caller';
import { Log } from '@/foundation/logging/log';
import { RowBatch } from '@/people/usage/row-batch';
import { ToolStates } from '../states/tool-states.service';
import { VersionsService } from '../versions/versions.service';
import { callRow, isTrial, type FinishedCall } from './call-row';
import { CallsRepository } from './calls.repository';
import type { CustomToolCall } from './custom-tool-call.entity';
import { bucketsOf, spanOf, type HealthDays } from './health';

const KEPT_DAYS = 30;
const KEPT_CALLS = 50_000;
const SWEEP_EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** What a tool did in use. Writing it down happens later, so that no call waits for it. */
@Injectable()
export class ToolCalls implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly batch: RowBatch<CustomToolCall>;
  private timer: NodeJS.Timeout | null = null;
  private background: Promise<void> = Promise.resolve();

  constructor(
    private readonly repository: CallsRepository,
    private readonly states: ToolStates,
    private readonly versions: VersionsService,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    this.batch = new RowBatch((rows) => this.repository.insert(rows), {
      onFailure: (thrown) => log.error(thrown, 'writing the calls of custom tools'),
      onDropped: (rows) =>
        log.warn(`dropped ${rows} calls of custom tools: the database is away for too long`),
    });
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.inBackground(this.sweep()), SWEEP_EVERY_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.flush();
  }

  record(caller: Caller, call: FinishedCall): void {
    const row = callRow(caller, call, this.clock.now());
    this.batch.add(row);
    const { autoPauseAfter } = call;
    if (autoPauseAfter === null || row.status === 'completed' || isTrial(row)) return;
    this.inBackground(this.pauseWhenFailing(row, autoPauseAfter));
  }

  /** All that was recorded is written, and what follows from it is done. */
  async flush(): Promise<void> {
    await this.batch.flush();
    await this.background;
  }

  async list(toolId: string, limit: number): Promise<ToolCallRow[]> {
    await this.flush();
    const calls = await this.repository.listNewest(toolId, limit);
    return Promise.all(calls.map((call) => this.rowOf(call)));
  }

  async health(toolId: string, days: HealthDays = 7): Promise<ToolHealth> {
    return (await this.healthOf([toolId], days))(toolId);
  }

  /** The same for a whole list with three questions to the database. */
  async healthOf(toolIds: string[], days: HealthDays = 7): Promise<(toolId: string) => ToolHealth> {
    await this.flush();
    const span = spanOf(days, this.clock.now());
    const [totals, counts, failures] = await Promise.all([
      this.repository.sumOfUse(toolIds, span),
      this.repository.countPerUnit(toolIds, span),
      this.repository.lastFailures(toolIds, span),
    ]);
    const failureOf = new Map(
      await Promise.all(
        failures.map(async (call) => [call.toolId, await this.rowOf(call)] as const),
      ),
    );
    return (toolId) => {
      const {
        calls = 0,
        failures: failed = 0,
        p50Ms = null,
        p95Ms = null,
      } = totals.find((total) => total.toolId === toolId) ?? {};
      return {
        calls,
        failures: failed,
        p50Ms: p50Ms && Math.round(p50Ms),
        p95Ms: p95Ms && Math.round(p95Ms),
        lastFailure: failureOf.get(toolId) ?? null,
        buckets: bucketsOf(
          span,
          counts.filter((count) => count.toolId === toolId),
        ),
      };
    };
  }

  /** Old calls go, and of a busy tool all but the newest. */
  async sweep(): Promise<void> {
    await this.repository.removeBefore(new Date(this.clock.now().getTime() - KEPT_DAYS * DAY_MS));
    await this.repository.removeBeyond(KEPT_CALLS);
  }

  private async pauseWhenFailing(call: CustomToolCall, most: number): Promise<void> {
    await this.batch.flush();
    const failures = await this.repository.countFailuresInARow(call, most);
    if (failures >= most) await this.states.pauseItself(call.toolId, failures);
  }

  private async rowOf(call: CustomToolCall): Promise<ToolCallRow> {
    return {
      id: call.id,
      via: call.via,
      version: await this.versions.findNumber({ id: call.toolId, hash: call.hash }),
      caller: { id: call.callerId, name: call.callerName },
      arguments: call.arguments,
      status: call.status,
      message: call.message,
      elapsedMs: call.elapsedMs,
      queuedMs: call.queuedMs,
      memoryPeakBytes: call.memoryPeakBytes,
      conversationId: call.conversationId,
      runId: call.runId,
      at: call.at.toISOString(),
    };
  }

  private inBackground(work: Promise<void>): void {
    const logged = work.catch((thrown: unknown) =>
      this.log.error(thrown, 'looking after custom tools'),
    );
    this.background = this.background.then(() => logged);
  }
}
