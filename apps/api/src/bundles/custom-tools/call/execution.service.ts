import { Injectable } from '@nestjs/common';
import { ContainerRuntime, type ScriptResult } from '@/engines/containers/container-runtime';
import type { Caller } from '@/foundation/http/caller';
import { argumentsJson } from '@/tools/registry/tool-arguments';
import type { ToolContext } from '@/tools/registry/tool';
import type { CustomTool } from '../folder/custom-tool';
import { hasPattern, redacted, type Redaction } from '../folder/redaction';
import { isJsonObject, readJson, writeJson, type JsonObject } from '../json-text';
import { NO_SECRETS, type CallSecrets } from '../secrets/call-secrets';
import type { OutputListener, SecretMask } from '../secrets/secret-mask';
import { requireAll, ToolSecrets } from '../secrets/tool-secrets.service';
import { Template } from '../template/template';
import { readArguments } from './arguments';
import { firstPieces } from './output';
import { ResultExtras, type Extras } from './result-extras.service';
import { asDomainError, endOfScript, endWithout, mostChars, type CallEnd } from './result';
import { withoutFrames } from './traceback';

export const FILE_NAME = 'execution.py';

/** Code points kept of each stream beyond what is shown. */
const KEPT_CHARS = 1_000_000;
/** Base64 of about 3 MB. */
const KEPT_OF_AN_IMAGE = 4_000_000;

/** An end in which no secret can be read, and what hides them elsewhere. */
export interface MaskedEnd extends CallEnd {
  mask: SecretMask;
  extras: Extras;
}

type Watching = Pick<ToolContext, 'signal' | 'onOutput' | 'onStarted'>;
type Calling = Watching & Pick<ToolContext, 'conversationId'>;

/** The execution layer: arguments in, rendered script into a container, end out. Never runs anything here (S-26). */
@Injectable()
export class ToolExecution {
  private readonly templates = new WeakMap<CustomTool, Template>();

  constructor(
    private readonly runtime: ContainerRuntime,
    private readonly secrets: ToolSecrets,
    private readonly extras: ResultExtras,
  ) {}

  async run(
    caller: Caller,
    tool: CustomTool,
    argumentsText: string,
    { conversationId, ...watching }: Calling,
  ): Promise<MaskedEnd> {
    let secrets = NO_SECRETS;
    let code: string | null = null;
    const shownCode = () => code && secrets.mask.text(code);
    try {
      secrets = await this.secrets.forCall(tool);
      requireAll(secrets);
      const values = readArguments(tool, readObject(argumentsText));
      code = this.templateOf(tool).render(values);
      const script = await this.runScript(caller, tool, secrets, {
        ...watching,
        script: code,
        parametersJson: writeJson(values),
      });
      const end = endOfScript(tool, shownTo(caller, script), shownCode() ?? '');
      const extras = await this.extras.of(caller, end, conversationId);
      return { ...end, extras, mask: secrets.mask };
    } catch (thrown) {
      const end = endWithout(tool, asDomainError(thrown), shownCode());
      return { ...end, extras: {}, mask: secrets.mask };
    }
  }

  private async runScript(
    caller: Caller,
    tool: CustomTool,
    secrets: CallSecrets,
    { onOutput, ...call }: Watching & { script: string; parametersJson: string },
  ): Promise<ScriptResult> {
    const { redact } = tool.returnLayer;
    // What is to be replaced may stand across two pieces: such a tool is watched at its end.
    const isLive = onOutput !== undefined && redact.length === 0;
    const pieces = isLive ? secrets.mask.pieces(firstPieces(onOutput, mostChars(tool))) : null;
    const script = await this.runtime.runScript({
      ...call,
      fileName: FILE_NAME,
      timeoutMs: tool.timeoutSeconds * 1000,
      outputChars: keptChars(tool),
      ownerId: caller.userId,
      ...grantsOf(tool),
      ...(tool.secrets.length > 0 && { secrets: secrets.values }),
      ...(tool.isolation === 'reuse' && { reuseKey: reuseKeyOf(caller, tool, secrets) }),
      ...(pieces && { onOutput: pieces.onOutput }),
    });
    pieces?.end(script.truncated);
    const shown = withRedactions(secrets.mask.result(script), redact);
    if (onOutput && !isLive) tellAtEnd(shown, firstPieces(onOutput, mostChars(tool)));
    return shown;
  }

  /** Read once per version of the tool. */
  private templateOf(tool: CustomTool): Template {
    const known = this.templates.get(tool);
    if (known) return known;
    const template = Template.read(tool.code, tool.parameters.names);
    this.templates.set(tool, template);
    return template;
  }
}

/** More than is shown, so that it can be parsed, drawn or kept as a file; patterns take too long on that much. */
function keptChars(tool: CustomTool): number {
  const { redact, view } = tool.returnLayer;
  if (tool.limits.outputChars !== null || hasPattern(redact)) return mostChars(tool);
  return view === 'image' ? KEPT_OF_AN_IMAGE : KEPT_CHARS;
}

function withRedactions(script: ScriptResult, redactions: readonly Redaction[]): ScriptResult {
  if (redactions.length === 0) return script;
  const { stdout, stderr } = script;
  return { ...script, stdout: redacted(stdout, redactions), stderr: redacted(stderr, redactions) };
}

function tellAtEnd({ stdout, stderr }: ScriptResult, send: OutputListener): void {
  send('stdout', stdout);
  send('stderr', stderr);
}

function grantsOf({ limits: { memoryMb, cpus, pids }, allowedHosts }: CustomTool) {
  const limits = {
    ...(memoryMb !== null && { memoryMb }),
    ...(cpus !== null && { cpus }),
    ...(pids !== null && { pids }),
  };
  return {
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(allowedHosts.length > 0 && { allowedHosts }),
  };
}

/** One person, one set of files, one set of secrets: whoever differs in any of them gets another container. */
const reuseKeyOf = ({ userId }: Caller, { id, hash }: CustomTool, { revision }: CallSecrets) =>
  JSON.stringify([id, hash, userId, revision]);

/** The source is for administrators; Python quotes it when a script fails. */
function shownTo({ role }: Caller, script: ScriptResult): ScriptResult {
  if (role === 'admin') return script;
  const { stdout, stderr } = script;
  return { ...script, stdout: withoutFrames(stdout), stderr: withoutFrames(stderr) };
}

function readObject(text: string): JsonObject {
  const value = readJson(argumentsJson(text));
  return isJsonObject(value) ? value : typeof value === 'string' ? readObject(value) : new Map();
}
