import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AppConfig } from '@/foundation/config/config';
import { CallQueue } from './call-queue';
import { Cooling } from './cooling';
import {
  ContainerRuntime,
  type EngineState,
  type ScriptCall,
  type ScriptResult,
  type ScriptState,
} from './container-runtime';
import { ContainerEngineUnavailable } from './containers.errors';
import { DockerEngine } from './docker-engine.adapter';
import { EngineWatch } from './engine-watch.service';
import { ReusePool, type Lease } from './reuse/reuse-pool.service';
import { ScriptRun, type RunEnd } from './script-run';
import { ContainerStock } from './stock/container-stock.service';
import type { ScriptReport } from './streams/script-report';

const MOST_WAITING = 500;
const MOST_WAITING_PER_PERSON = 200;
/** A container that dies before its script started costs a person nothing but a moment. */
const CONTAINERS_TO_TRY = 3;
const DEATH_NEWS_WITHIN_MS = 1_000;
const SIGNAL_EXIT_BASE = 128;

const LIMITS_HIT: ReadonlySet<ScriptState> = new Set(['timeout', 'oom', 'output_limit', 'killed']);

type Ending = Pick<ScriptResult, 'state' | 'exitCode'>;

/** Runs each script in a container: one of its own, or one that its key keeps. */
@Injectable()
export class DockerRuntime extends ContainerRuntime implements OnApplicationShutdown {
  private readonly queue: CallQueue;
  private readonly runs = new Set<ScriptRun>();

  constructor(
    { containers }: AppConfig,
    private readonly engine: DockerEngine,
    private readonly watch: EngineWatch,
    private readonly stock: ContainerStock,
    private readonly pool: ReusePool,
  ) {
    super();
    const limits = {
      atOnce: containers.atOnce,
      perPerson: containers.perPerson,
      waiting: MOST_WAITING,
      waitingPerPerson: MOST_WAITING_PER_PERSON,
    };
    this.queue = new CallQueue(limits, new Cooling(containers.cooldownMs));
  }

  onApplicationShutdown(): void {
    for (const run of this.runs) run.stop('stopping');
  }

  state(): EngineState {
    const { problem } = this.watch;
    return {
      isReady: problem === null,
      problem: problem?.advice?.en ?? null,
      idle: this.stock.idle,
      running: this.queue.running,
      waiting: this.queue.waiting,
    };
  }

  async runScript(call: ScriptCall): Promise<ScriptResult> {
    this.watch.requireReady();
    const calledAt = performance.now();
    const place = await this.queue.enter(call.ownerId, call.signal);
    if (!place) return neverRan(calledAt);
    try {
      const result = await this.runInAnyContainer(call, calledAt);
      place.leave(LIMITS_HIT.has(result.state));
      return result;
    } finally {
      place.leave();
    }
  }

  private async runInAnyContainer(call: ScriptCall, calledAt: number): Promise<ScriptResult> {
    for (let tries = 1; tries <= CONTAINERS_TO_TRY; tries++) {
      const lease = await this.takeContainer(call);
      if (!lease) return neverRan(calledAt);
      const queuedMs = Math.round(performance.now() - calledAt);
      const timesLost = this.watch.timesLost;
      const { containerId } = lease.connection;
      const end = await this.runIn(lease, call, queuedMs);
      if (end.hasStarted || (end.stopped && end.stopped !== 'stuck')) {
        const ending = await this.endingOf(end, containerId, timesLost);
        return { ...ending, ...factsOf(end), queuedMs, containerId };
      }
    }
    throw (
      this.watch.problem ?? new ContainerEngineUnavailable('not_working', 'containers die early')
    );
  }

  private async takeContainer(call: ScriptCall): Promise<Lease | null> {
    const { ownerId, signal, reuseKey } = call;
    const want = { shape: this.watch.shapeOf(call), ownerId, signal };
    if (reuseKey !== undefined) return this.pool.take({ ...want, key: reuseKey });
    const connection = await this.stock.take(want);
    if (!connection) return null;
    return { connection, isKept: false, end: () => void this.stock.discard(connection) };
  }

  private async runIn(lease: Lease, call: ScriptCall, queuedMs: number): Promise<RunEnd> {
    const { connection, isKept } = lease;
    const run = new ScriptRun(connection, call, {
      kill: () => this.kill(connection.containerId),
      onStarted: () => call.onStarted?.(queuedMs),
      isKept,
    });
    this.runs.add(run);
    const end = await run.run();
    this.runs.delete(run);
    lease.end(isClean(end));
    return end;
  }

  private async endingOf(end: RunEnd, containerId: string, timesLost: number): Promise<Ending> {
    if (end.stopped) return { state: stateOfStop(end.stopped), exitCode: null };
    if (end.report) return endingOfReport(end.report);
    const death = await this.watch.findDeath(containerId, DEATH_NEWS_WITHIN_MS);
    if (!death || !(await this.watch.wasThereSince(timesLost))) {
      return { state: 'engine_error', exitCode: null };
    }
    return { state: death.isOutOfMemory ? 'oom' : 'killed', exitCode: death.exitCode };
  }

  /** Behind the answer: the end of its input has told the container already. */
  private kill(containerId: string): void {
    this.engine.kill(containerId).catch(() => undefined);
  }
}

function stateOfStop(reason: NonNullable<RunEnd['stopped']>): ScriptState {
  if (reason === 'stuck') return 'engine_error';
  return reason === 'stopping' ? 'cancelled' : reason;
}

function endingOfReport({ exit, signal, oomKills }: ScriptReport): Ending {
  const exitCode = exit ?? (signal === null ? null : SIGNAL_EXIT_BASE + signal);
  if (oomKills > 0) return { state: 'oom', exitCode };
  if (signal !== null) return { state: 'killed', exitCode };
  return { state: exit === 0 ? 'completed' : 'error', exitCode };
}

/** Nothing was cut off, killed or short of memory. */
const isClean = ({ stopped, report }: RunEnd): boolean =>
  !stopped && report !== null && report.signal === null && report.oomKills === 0;

function factsOf({ stdout, stderr, report, elapsedMs }: RunEnd) {
  return {
    stdout: stdout.text,
    stderr: stderr.text,
    stdoutChars: stdout.chars,
    stderrChars: stderr.chars,
    truncated: stdout.isTruncated || stderr.isTruncated,
    elapsedMs,
    memoryPeakBytes: report?.memoryPeakBytes ?? null,
  };
}

/** Cancelled while it waited. */
function neverRan(calledAt: number): ScriptResult {
  return {
    state: 'cancelled',
    exitCode: null,
    stdout: '',
    stderr: '',
    stdoutChars: 0,
    stderrChars: 0,
    truncated: false,
    elapsedMs: 0,
    queuedMs: Math.round(performance.now() - calledAt),
    containerId: null,
    memoryPeakBytes: null,
  };
}
