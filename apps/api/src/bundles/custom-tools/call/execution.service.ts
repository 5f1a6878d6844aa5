import { Injectable } from '@nestjs/common';
import { ContainerRuntime, type ScriptResult } from '@/engines/containers/container-runtime';
import type { Caller } from '@/foundation/http/caller';
import { argumentsJson } from '@/tools/registry/tool-arguments';
import type { ToolContext } from '@/tools/registry/tool';
import type { CustomTool } from '../folder/custom-tool';
import { isJsonObject, readJson, writeJson, type JsonObject } from '../json-text';
import { NO_SECRETS, type CallSecrets } from '../secrets/call-secrets';
import type { SecretMask } from '../secrets/secret-mask';
import { requireAll, ToolSecrets } from '../secrets/tool-secrets.service';
import { Template } from '../template/template';
import { readArguments } from './arguments';
import { OUTPUT_LIMIT } from './output';
import { asDomainError, endOfScript, endWithout, type CallEnd } from './result';
import { withoutFrames } from './traceback';

export const FILE_NAME = 'execution.py';

/** An end in which no secret can be read, and what hides them elsewhere. */
export interface MaskedEnd extends CallEnd {
  mask: SecretMask;
}

type Watching = Pick<ToolContext, 'signal' | 'onOutput' | 'onStarted'>;

/** The execution layer: arguments in, rendered script into a container, end out. Never runs anything here (S-26). */
@Injectable()
export class ToolExecution {
  private readonly templates = new WeakMap<CustomTool, Template>();

  constructor(
    private readonly runtime: ContainerRuntime,
    private readonly secrets: ToolSecrets,
  ) {}

  async run(
    caller: Caller,
    tool: CustomTool,
    argumentsText: string,
    watching: Watching,
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
      return {
        ...endOfScript(tool, shownTo(caller, script), shownCode() ?? ''),
        mask: secrets.mask,
      };
    } catch (thrown) {
      const end = endWithout(tool, asDomainError(thrown), shownCode());
      return { ...end, mask: secrets.mask };
    }
  }

  private async runScript(
    caller: Caller,
    tool: CustomTool,
    secrets: CallSecrets,
    { onOutput, ...call }: Watching & { script: string; parametersJson: string },
  ): Promise<ScriptResult> {
    const pieces = onOutput && secrets.mask.pieces(onOutput);
    const script = await this.runtime.runScript({
      ...call,
      fileName: FILE_NAME,
      timeoutMs: tool.timeoutSeconds * 1000,
      outputChars: tool.limits.outputChars ?? OUTPUT_LIMIT,
      ownerId: caller.userId,
      ...grantsOf(tool),
      ...(tool.secrets.length > 0 && { secrets: secrets.values }),
      ...(tool.isolation === 'reuse' && { reuseKey: reuseKeyOf(caller, tool, secrets) }),
      ...(pieces && { onOutput: pieces.onOutput }),
    });
    pieces?.end(script.truncated);
    return secrets.mask.result(script);
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
