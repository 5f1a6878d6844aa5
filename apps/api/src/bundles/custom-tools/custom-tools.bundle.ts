import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CustomToolResult } from '@/contract/tools';
import type { Caller } from '@/foundation/http/caller';
import { RegistryService } from '@/tools/registry/registry.service';
import type { Tool, ToolContext, ToolOutput } from '@/tools/registry/tool';
import type { ToolBundle } from '@/tools/registry/tool-bundle';
import { MODEL_LOCALE } from '@/tools/registry/tool-runner.service';
import { ToolExecution } from './call/execution.service';
import { resultOf, type CallEnd } from './call/result';
import type { CustomTool } from './folder/custom-tool';
import { ToolCatalog } from './folder/tool-catalog.service';

/** What the run panel sees beyond what the model does; travels with the output, is never part of its content. */
export interface CustomToolOutput extends ToolOutput {
  panel: CustomToolResult;
}

export const isCustomToolOutput = (output: ToolOutput): output is CustomToolOutput =>
  'panel' in output;

/** The tools administrators wrote. For everyone else there are none. */
@Injectable()
export class CustomToolsBundle implements ToolBundle, OnModuleInit {
  readonly id = 'custom-tools';
  readonly order = 20;

  constructor(
    private readonly registry: RegistryService,
    private readonly catalog: ToolCatalog,
    private readonly execution: ToolExecution,
  ) {}

  onModuleInit(): void {
    this.registry.add(this);
  }

  async listTools(caller: Caller): Promise<Tool[]> {
    if (caller.role !== 'admin') return [];
    const tools = await this.catalog.listValid();
    return tools.map((tool) => this.asTool(tool));
  }

  private asTool(tool: CustomTool): Tool {
    return {
      name: tool.id,
      category: 'custom',
      description: tool.description,
      inputSchema: tool.schema,
      dangerous: tool.isDangerous,
      adminOnly: true,
      icon: tool.icon,
      call: (caller, argumentsText, context) => this.call(caller, tool, argumentsText, context),
    };
  }

  private async call(
    caller: Caller,
    tool: CustomTool,
    argumentsText: string,
    context: ToolContext,
  ): Promise<CustomToolOutput> {
    return outputOf(await this.execution.run(caller, tool, argumentsText, context), caller);
  }
}

function outputOf(end: CallEnd, caller: Caller): CustomToolOutput {
  const shown = resultOf(end, caller.locale);
  return {
    status: end.status,
    content: resultOf(end, MODEL_LOCALE),
    message: shown.message,
    truncated: shown.truncated,
    ...(end.failure && { failure: end.failure }),
    panel: { ...shown, ...(end.code !== null && { code_rendered: end.code }) },
  };
}
