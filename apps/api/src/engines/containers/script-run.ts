import { randomBytes } from 'node:crypto';
import type { ContainerConnection } from './container-connection';
import type { ScriptCall } from './container-runtime';
import type { OutputStream } from './streams/frame-demuxer';
import { OutputCollector } from './streams/output-collector';
import { readReport, type ScriptReport } from './streams/script-report';
import { TrailerScanner } from './streams/trailer-scanner';

/** Raw bytes of both streams together; a script that writes more is stopped. */
const MOST_OUTPUT_BYTES = 5 * 1024 * 1024;
/** Between a call and its script's start only process 1 works; longer means that it does not. */
const START_WITHIN_MS = 10_000;
/** How long a killed container may take to close its line. */
const DIE_WITHIN_MS = 1_500;

export type StopReason = 'timeout' | 'cancelled' | 'output_limit' | 'stuck' | 'stopping';

export interface RunEnd {
  /** False when the script certainly never started, so another container may run it. */
  hasStarted: boolean;
  /** Why we ended it; null when it ended by itself. */
  stopped: StopReason | null;
  report: ScriptReport | null;
  stdout: OutputCollector;
  stderr: OutputCollector;
  elapsedMs: number;
}

export interface RunTies {
  kill(): void;
  onStarted(): void;
  /** Whether the container should make itself ready for another call afterwards. */
  isKept: boolean;
}

interface Channel {
  collector: OutputCollector;
  scanner: TrailerScanner;
}

/** One script in one container, from the first byte in to the last byte out. */
export class ScriptRun {
  private readonly channels: Record<OutputStream, Channel>;
  private readonly nonce = randomBytes(16).toString('hex');
  private timer: NodeJS.Timeout | undefined;
  private startedAt = 0;
  private outputBytes = 0;
  private stopped: StopReason | null = null;
  private settle: ((end: RunEnd) => void) | null = null;
  private readonly onAbort = () => this.stop('cancelled');

  constructor(
    private readonly connection: ContainerConnection,
    private readonly scriptCall: ScriptCall,
    private readonly ties: RunTies,
  ) {
    this.channels = { stdout: this.openChannel('stdout'), stderr: this.openChannel('stderr') };
  }

  get containerId(): string {
    return this.connection.containerId;
  }

  run(): Promise<RunEnd> {
    const { script, fileName, parametersJson, secrets = {}, signal } = this.scriptCall;
    const header = { script, fileName, parametersJson, secrets };
    return new Promise((resolve) => {
      this.settle = resolve;
      this.timer = setTimeout(() => this.stop('stuck'), START_WITHIN_MS);
      signal.addEventListener('abort', this.onAbort, { once: true });
      this.connection.call(
        { nonce: this.nonce, header, isKept: this.ties.isKept },
        {
          onStarted: () => this.begin(),
          onOutput: (stream, bytes) => this.receive(stream, bytes),
          onClosed: () => this.finish(),
        },
      );
      if (signal.aborted) this.stop('cancelled');
    });
  }

  /** The first reason counts. Ends by the closing line, or without it when the engine hangs. */
  stop(reason: StopReason): void {
    if (this.stopped || !this.settle) return;
    this.stopped = reason;
    this.connection.endInput();
    this.ties.kill();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.finish(), DIE_WITHIN_MS);
  }

  private begin(): void {
    this.startedAt = performance.now();
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.stop('timeout'), this.scriptCall.timeoutMs);
    this.ties.onStarted();
  }

  private receive(stream: OutputStream, bytes: Buffer): void {
    if (!this.settle || this.stopped === 'output_limit') return;
    this.outputBytes += bytes.length;
    this.channels[stream].scanner.push(bytes);
    const { stdout, stderr } = this.channels;
    if (stdout.scanner.trailer !== null && stderr.scanner.trailer !== null) this.finish();
    else if (this.outputBytes > MOST_OUTPUT_BYTES) this.stop('output_limit');
  }

  private finish(): void {
    const { settle } = this;
    if (!settle) return;
    this.settle = null;
    clearTimeout(this.timer);
    this.scriptCall.signal.removeEventListener('abort', this.onAbort);
    for (const { scanner, collector } of Object.values(this.channels)) {
      scanner.flush();
      collector.end();
    }
    const { stdout, stderr } = this.channels;
    const report = readReport(stdout.scanner.trailer ?? '');
    if (report && !this.stopped) this.connection.endCall(stdout.scanner.rest);
    settle({
      hasStarted: this.startedAt > 0,
      stopped: this.stopped,
      report,
      stdout: stdout.collector,
      stderr: stderr.collector,
      elapsedMs: this.elapsedMs(report),
    });
  }

  /** The container measures without the way to it, but may not claim more than passed here. */
  private elapsedMs(report: ScriptReport | null): number {
    if (this.startedAt === 0) return 0;
    const passed = performance.now() - this.startedAt;
    return Math.round(
      report ? Math.min(Math.max(report.elapsedMs, passed - 50), passed + 50) : passed,
    );
  }

  private openChannel(stream: OutputStream): Channel {
    const { outputChars, onOutput } = this.scriptCall;
    const collector = new OutputCollector(outputChars, (text) => onOutput?.(stream, text));
    return { collector, scanner: new TrailerScanner(this.nonce, (bytes) => collector.push(bytes)) };
  }
}
