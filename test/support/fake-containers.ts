import {
  ContainerRuntime,
  type EngineState,
  type ScriptCall,
  type ScriptResult,
} from '@/engines/containers/container-runtime';

/** Answers each script with what was prepared for it, in order; called unprepared it fails loudly. */
export class FakeContainers extends ContainerRuntime {
  readonly calls: ScriptCall[] = [];
  engine: EngineState = { isReady: true, problem: null, idle: 2, running: 0, waiting: 0 };
  private readonly prepared: ((call: ScriptCall) => Promise<ScriptResult>)[] = [];

  /** The next script ends like this; what is not named is a quiet success. */
  willEnd(result: Partial<ScriptResult>): this {
    return this.will(() => Promise.resolve(aScriptResult(result)));
  }

  willPrint(stdout: string): this {
    return this.willEnd({ stdout });
  }

  willThrow(thrown: unknown): this {
    return this.will(() => Promise.reject(thrown as Error));
  }

  /** The next script runs until its call is cancelled. */
  willHang(): this {
    return this.will(
      ({ signal }) =>
        new Promise((resolve) => {
          const end = () => resolve(aScriptResult({ state: 'cancelled', exitCode: null }));
          if (signal.aborted) end();
          else signal.addEventListener('abort', end, { once: true });
        }),
    );
  }

  will(answer: (call: ScriptCall) => Promise<ScriptResult>): this {
    this.prepared.push(answer);
    return this;
  }

  override async runScript(call: ScriptCall): Promise<ScriptResult> {
    this.calls.push(call);
    const answer = this.prepared.shift();
    if (!answer) throw new Error(`FakeContainers was not prepared for:\n${call.script}`);
    return answer(call);
  }

  override state(): EngineState {
    return this.engine;
  }
}

export function aScriptResult(given: Partial<ScriptResult> = {}): ScriptResult {
  const { stdout = '', stderr = '' } = given;
  return {
    state: 'completed',
    exitCode: 0,
    stdout,
    stderr,
    stdoutChars: [...stdout].length,
    stderrChars: [...stderr].length,
    truncated: false,
    elapsedMs: 5,
    queuedMs: 0,
    containerId: 'f'.repeat(64),
    memoryPeakBytes: 10_000_000,
    ...given,
  };
}
