/** How a script ended. The first six are the script's doing, `engine_error` is ours. */
export type ScriptState =
  | 'completed'
  | 'error'
  | 'timeout'
  | 'cancelled'
  | 'oom'
  | 'output_limit'
  | 'killed'
  | 'engine_error';

export type OutputStream = 'stdout' | 'stderr';

/** What one container may use; absent values are the operator's defaults. */
export interface ContainerLimits {
  memoryMb?: number;
  /** Fractions allowed. */
  cpus?: number;
  pids?: number;
}

export interface ScriptCall {
  /** Python source; tracebacks show it under `fileName` with its own line numbers. */
  script: string;
  fileName: string;
  /** JSON object text bound to PARAMS and to a module variable per identifier key; its numbers keep all digits. */
  parametersJson: string;
  /** Counted from the moment the script starts; waiting for a container is not part of it. */
  timeoutMs: number;
  /** Characters (code points) kept per stream; the rest is counted and dropped. */
  outputChars: number;
  /** Whose turn it is when calls wait: people take turns, not calls. */
  ownerId: string;
  signal: AbortSignal;
  limits?: ContainerLimits;
  /** `host:port` pairs the script may reach through the egress proxy; absent or empty is no network at all. */
  allowedHosts?: readonly string[];
  /** Bound to SECRETS; they travel over standard input only and are never part of the container's description. */
  secrets?: Readonly<Record<string, string>>;
  /**
   * Calls with the same key may share one container, one after the other; absent gives a fresh one. The key names tool
   * version and person, so that no two people ever share (only this file's caller knows what makes two calls equal).
   */
  reuseKey?: string;
  /** Live output, as it comes and within `outputChars`; each piece ends at a whole character. */
  onOutput?: (stream: OutputStream, text: string) => void;
  /** The script began; told once. */
  onStarted?: (queuedMs: number) => void;
}

export interface ScriptResult {
  state: ScriptState;
  exitCode: number | null;
  stdout: string;
  stderr: string;
  /** True lengths in code points. */
  stdoutChars: number;
  stderrChars: number;
  truncated: boolean;
  /** From the script's start to its end. */
  elapsedMs: number;
  /** Time spent waiting for a free place and a container. */
  queuedMs: number;
  containerId: string | null;
  memoryPeakBytes: number | null;
}

export interface EngineState {
  isReady: boolean;
  /** Why not, in one sentence for an operator; null when ready. */
  problem: string | null;
  idle: number;
  running: number;
  waiting: number;
}

/** Runs one script in one container that nobody else ever sees. */
export abstract class ContainerRuntime {
  /**
   * Never rejects for what the script does.
   * @throws ContainerEngineUnavailable when there is no engine or no image
   * @throws TooManyWaitingCalls when the line is full
   */
  abstract runScript(call: ScriptCall): Promise<ScriptResult>;
  abstract state(): EngineState;
}
