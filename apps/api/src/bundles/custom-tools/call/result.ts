import type { Locale } from '@/contract/errors';
import type { CustomToolResult, ToolCallStatus } from '@/contract/tools';
import type { ScriptResult } from '@/engines/containers/container-runtime';
import {
  isDomainError,
  toErrorBody,
  type DomainError,
  type Texts,
} from '@/foundation/errors/domain-error';
import { ToolCallCancelled } from '@/tools/registry/registry.errors';
import type { ToolOutput } from '@/tools/registry/tool';
import {
  ScriptEngineFailed,
  ScriptFailed,
  ScriptKilled,
  ScriptOutOfMemory,
  ScriptOutputFlood,
  ScriptTimedOut,
} from '../custom-tools.errors';
import type { CustomTool } from '../folder/custom-tool';
import { braceHint } from '../folder/lint';
import { MissingParameter } from '../template/template.errors';
import { shapeOutput, type ShapedOutput } from './shaped-output';
import {
  fillTemplate,
  firstCharacters,
  OUTPUT_LIMIT,
  shownOutput,
  withoutLastBreak,
} from './output';

const DONE: Texts = { en: 'The custom tool has run', 'zh-CN': '已执行自定义工具' };
/** Mistakes that no other argument can repair. */
const AUTHORS_MISTAKE =
  /^(SyntaxError|IndentationError|TabError|NameError|ImportError|ModuleNotFoundError)\b/;

/** A call that came to an end, one way or another; told in any language. */
export interface CallEnd {
  tool: CustomTool;
  status: ToolCallStatus;
  script: ScriptResult | null;
  /** What the return layer made of it; null when nothing ran. */
  shaped: ShapedOutput | null;
  failure: DomainError | null;
  /** The script as it ran. */
  code: string | null;
}

export function endOfScript(tool: CustomTool, script: ScriptResult, code: string): CallEnd {
  const shaped = shapeOutput(tool.returnLayer, script);
  const failure = failureOf(tool, script) ?? shaped.failure;
  const status = shaped.failure ? 'error' : script.state;
  return { tool, status, script, shaped, failure, code };
}

/** What the run panel shows of a call that the runner refused before the tool heard of it. */
export const resultOfRefusal = (
  { id, timeoutSeconds }: CustomTool,
  { status, message, content }: ToolOutput,
): CustomToolResult => ({
  success: false,
  output: '',
  return_code: null,
  truncated: false,
  timeout: timeoutSeconds,
  elapsed_ms: 0,
  custom_tool: true,
  tool_id: id,
  ...(content as object),
  status,
  message,
});

/** The script was never started, or nobody knows how it went. */
export function endWithout(
  tool: CustomTool,
  failure: DomainError,
  code: string | null = null,
): CallEnd {
  const isOurs = failure.kind === 'unavailable' || failure.kind === 'limited';
  return {
    tool,
    status: isOurs ? 'engine_error' : 'error',
    script: null,
    shaped: null,
    failure,
    code,
  };
}

function failureOf(tool: CustomTool, script: ScriptResult): DomainError | null {
  switch (script.state) {
    case 'completed':
      return null;
    case 'timeout':
      return new ScriptTimedOut(tool.timeoutSeconds);
    case 'cancelled':
      return new ToolCallCancelled();
    case 'oom':
      return new ScriptOutOfMemory();
    case 'output_limit':
      return new ScriptOutputFlood();
    case 'killed':
      return new ScriptKilled();
    case 'engine_error':
      return new ScriptEngineFailed();
    case 'error':
      return scriptFailure(script);
  }
}

function scriptFailure({ exitCode, stderr }: ScriptResult): ScriptFailed {
  const lastLine = stderr.trimEnd().split('\n').at(-1)?.trim() ?? '';
  const shown = lastLine === '' ? null : firstCharacters(lastLine, 500);
  return new ScriptFailed(exitCode, shown, !AUTHORS_MISTAKE.test(lastLine));
}

/** The object of A-066; on failure the four error fields stand beside `success: false` (D-006). */
export function resultOf(end: CallEnd, locale: Locale): CustomToolResult {
  const { tool, status, script, failure } = end;
  return {
    success: failure === null,
    status,
    ...outputOf(end),
    timeout: tool.timeoutSeconds,
    elapsed_ms: Math.round(script?.elapsedMs ?? 0),
    custom_tool: true,
    tool_id: tool.id,
    message: messageOf(end, locale),
    ...(failure && toErrorBody(failure, locale)),
    ...(failure && hintOf(tool, failure, locale)),
  };
}

function outputOf(end: CallEnd) {
  if (end.script === null) return { output: '', return_code: null, truncated: false };
  const { output, stderr, isTruncated, chars } = shownOf(end, end.script);
  return {
    output,
    ...(stderr !== '' && { stderr }),
    return_code: end.script.exitCode,
    truncated: isTruncated,
    ...(isTruncated && { output_chars: chars }),
  };
}

const shownOf = ({ tool, shaped }: CallEnd, script: ScriptResult) =>
  shownOutput(
    { ...script, stdout: shaped?.stdout ?? script.stdout },
    tool.returnLayer,
    mostChars(tool),
  );

/** How much of an output is shown to anyone. */
export const mostChars = ({ limits }: CustomTool): number => limits.outputChars ?? OUTPUT_LIMIT;

/** What the script wrote, before the return layer. */
export const rawOutputOf = ({ tool, script }: CallEnd): string =>
  script === null ? '' : shownOutput(script, { truncate: null }, mostChars(tool)).output;

/** The return layer speaks for runs that failed, too, but not for scripts that never started. */
function messageOf(end: CallEnd, locale: Locale): string {
  const { tool, script, failure } = end;
  if (script === null) return failure?.text[locale] ?? DONE[locale];
  const { output, stderr } = shownOf(end, script);
  const { template } = tool.returnLayer;
  const shown = withoutLastBreak(output);
  const filled =
    template &&
    fillTemplate(template, {
      output: shown,
      stderr: withoutLastBreak(stderr),
      return_code: String(script.exitCode ?? 'None'),
      tool_id: tool.id,
    });
  const message = filled ?? (failure ? failure.text[locale] : shown || DONE[locale]);
  return firstCharacters(message, mostChars(tool));
}

function hintOf(
  tool: CustomTool,
  failure: DomainError,
  locale: Locale,
): { missing?: string; hint?: string } {
  if (!(failure instanceof MissingParameter)) return {};
  const { parameter, line } = failure;
  return {
    missing: parameter,
    ...(line !== null && { hint: braceHint(tool.code, failure)[locale] }),
  };
}

export const asDomainError = (thrown: unknown): DomainError => {
  if (isDomainError(thrown)) return thrown;
  throw thrown;
};
