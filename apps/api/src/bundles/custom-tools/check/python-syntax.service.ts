import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { ContainerRuntime } from '@/engines/containers/container-runtime';
import { isDomainError } from '@/foundation/errors/domain-error';
import type { Caller } from '@/foundation/http/caller';
import type { ScriptNote } from '../findings/syntax-findings';
import { hashOf } from '../folder/tool-files';
import { SYNTAX_SCRIPT } from './syntax-script';

const place = z.number().int().nullable();
const answerSchema = z.array(
  z
    .tuple([z.enum(['error', 'warning']), z.string(), place, place, place, place])
    .transform(([kind, message, line, column, endLine, endColumn]): ScriptNote => ({
      kind,
      message,
      line: Math.max(1, line ?? 1),
      column,
      endLine,
      endColumn,
    })),
);

const TIMEOUT_MS = 5_000;
const WAIT_MS = 8_000;
const MOST_REMEMBERED = 200;

/** Asks the interpreter that would run the script, in a container like any other; null when there is none to ask. */
@Injectable()
export class PythonSyntax {
  /** By hash of the script, the most recently asked last: an editor asks the same again and again. */
  private readonly remembered = new Map<string, ScriptNote[]>();

  constructor(private readonly runtime: ContainerRuntime) {}

  async check(caller: Caller, script: string, signal: AbortSignal): Promise<ScriptNote[] | null> {
    const key = hashOf(script);
    const known = this.remembered.get(key);
    this.remembered.delete(key);
    const notes = known ?? (await this.ask(caller, script, signal));
    if (notes) this.remembered.set(key, notes);
    const [oldest] = this.remembered.keys();
    if (oldest !== undefined && this.remembered.size > MOST_REMEMBERED) {
      this.remembered.delete(oldest);
    }
    return notes;
  }

  private async ask(
    caller: Caller,
    script: string,
    signal: AbortSignal,
  ): Promise<ScriptNote[] | null> {
    if (!this.runtime.state().isReady) return null;
    try {
      const { state, stdout } = await this.runtime.runScript({
        script: SYNTAX_SCRIPT,
        fileName: 'syntax.py',
        parametersJson: JSON.stringify({ source: script }),
        timeoutMs: TIMEOUT_MS,
        outputChars: 20_000,
        ownerId: caller.userId,
        signal: AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]),
        reuseKey: `syntax ${caller.userId}`,
      });
      return state === 'completed' ? notesIn(stdout) : null;
    } catch (thrown) {
      // No engine, or a full line: the check is a help, not a condition.
      if (isDomainError(thrown)) return null;
      throw thrown;
    }
  }
}

function notesIn(stdout: string): ScriptNote[] | null {
  const read = answerSchema.safeParse(parsed(stdout));
  return read.success ? read.data : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
