import { Injectable } from '@nestjs/common';
import { ContainerRuntime } from '@/engines/containers/container-runtime';
import type { Caller } from '@/foundation/http/caller';
import { argumentsJson } from '@/tools/registry/tool-arguments';
import type { ToolContext } from '@/tools/registry/tool';
import type { CustomTool } from '../folder/custom-tool';
import { isJsonObject, readJson, writeJson, type JsonObject } from '../json-text';
import { Template } from '../template/template';
import { readArguments } from './arguments';
import { OUTPUT_LIMIT } from './output';
import { asDomainError, endOfScript, endWithout, type CallEnd } from './result';

/** The execution layer: arguments in, rendered script into a container, end out. Never runs anything here (S-26). */
@Injectable()
export class ToolExecution {
  private readonly templates = new WeakMap<CustomTool, Template>();

  constructor(private readonly runtime: ContainerRuntime) {}

  async run(
    caller: Caller,
    tool: CustomTool,
    argumentsText: string,
    { signal }: Pick<ToolContext, 'signal'>,
  ): Promise<CallEnd> {
    let code: string | null = null;
    try {
      const values = readArguments(tool, readObject(argumentsText));
      code = this.templateOf(tool).render(values);
      const script = await this.runtime.runScript({
        script: code,
        fileName: 'execution.py',
        parametersJson: writeJson(values),
        timeoutMs: tool.timeoutSeconds * 1000,
        outputChars: OUTPUT_LIMIT,
        ownerId: caller.userId,
        signal,
      });
      return endOfScript(tool, script, code);
    } catch (thrown) {
      return endWithout(tool, asDomainError(thrown), code);
    }
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

function readObject(text: string): JsonObject {
  const value = readJson(argumentsJson(text));
  return isJsonObject(value) ? value : typeof value === 'string' ? readObject(value) : new Map();
}
