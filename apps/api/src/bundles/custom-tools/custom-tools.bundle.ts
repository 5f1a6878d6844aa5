import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CustomToolResult } from '@/contract/tools';
import type { Caller } from '@/foundation/http/caller';
import { GroupsService } from '@/people/groups/groups.service';
import { barredReason } from '@/people/policy/decision';
import { RegistryService } from '@/tools/registry/registry.service';
import type { Tool, ToolContext, ToolOutput } from '@/tools/registry/tool';
import type { ToolBundle } from '@/tools/registry/tool-bundle';
import { MODEL_LOCALE } from '@/tools/registry/tool-runner.service';
import { ToolExecution, type MaskedEnd } from './call/execution.service';
import { resultOf } from './call/result';
import { ToolCalls } from './calls/tool-calls.service';
import type { CustomTool } from './folder/custom-tool';
import { ToolCatalog } from './folder/tool-catalog.service';
import { CustomToolIsPaused } from './states/states.errors';
import {
  audienceMarks,
  openAudience,
  ToolStates,
  type StateFacts,
} from './states/tool-states.service';
import { DraftChats } from './workshop/draft-chats.service';

/** What the run panel sees beyond what the model does; travels with the output, is never part of its content. */
export interface CustomToolOutput extends ToolOutput {
  panel: CustomToolResult;
  end: MaskedEnd;
}

export const isCustomToolOutput = (output: ToolOutput): output is CustomToolOutput =>
  'panel' in output;

/**
 * The tools administrators wrote. For everyone else there are none, except those whose files ask for
 * everyone and whose audience an administrator confirmed.
 */
@Injectable()
export class CustomToolsBundle implements ToolBundle, OnModuleInit {
  readonly id = 'custom-tools';
  readonly order = 20;

  constructor(
    private readonly registry: RegistryService,
    private readonly catalog: ToolCatalog,
    private readonly execution: ToolExecution,
    private readonly states: ToolStates,
    private readonly calls: ToolCalls,
    private readonly drafts: DraftChats,
    private readonly groups: GroupsService,
  ) {}

  onModuleInit(): void {
    this.registry.add(this);
  }

  async listTools(caller: Caller): Promise<Tool[]> {
    // Every call passes here: four questions, one wait.
    const [valid, stateOf, inDraft, groups] = await Promise.all([
      this.catalog.listValid(),
      this.states.listAll(),
      this.drafts.listToolIds(caller),
      this.groups.groupsOf(caller),
    ]);
    for (const tool of valid) this.states.lookAtAudience(tool, stateOf(tool.id));
    const tools = await this.drafts.replace(inDraft, valid);
    return tools
      .map((tool) => {
        const offered = this.toolOf(tool, stateOf(tool.id));
        return valid.includes(tool) ? offered : asDraft(offered);
      })
      .filter((tool) => barredReason({ ...caller, groups }, tool) === null);
  }

  /** As the runner wants it, whether it is published or only tried. */
  toolOf(tool: CustomTool, state: StateFacts): Tool {
    return {
      name: tool.id,
      category: 'custom',
      description: tool.description,
      inputSchema: tool.schema,
      dangerous: tool.isDangerous,
      ...audienceMarks(openAudience(tool, state)),
      outside: tool.allowedHosts.length > 0,
      icon: tool.icon,
      version: tool.hash,
      paused: state.isPaused,
      call: (caller, argumentsText, context) =>
        this.call(caller, { tool, argumentsText, context, state }),
    };
  }

  private async call(
    caller: Caller,
    call: { tool: CustomTool; argumentsText: string; context: ToolContext; state: StateFacts },
  ): Promise<CustomToolOutput> {
    const { tool, argumentsText, context, state } = call;
    if (state.isPaused && !context.trial) throw new CustomToolIsPaused(tool.id);
    const end = await this.execution.run(caller, tool, argumentsText, context);
    const output = { ...outputOf(end, caller), argumentsShown: end.mask.text(argumentsText) };
    const { autoPauseAfter } = state;
    this.calls.record(caller, { end, shown: output.panel, argumentsText, context, autoPauseAfter });
    return output;
  }
}

/** A draft that fails while it is being made counts for nobody, and a pause is for what is published. */
const asDraft = (tool: Tool): Tool => ({
  ...tool,
  paused: false,
  call: (caller, argumentsText, context) =>
    tool.call(caller, argumentsText, { ...context, trial: 'draft' }),
});

function outputOf(end: MaskedEnd, caller: Caller): CustomToolOutput {
  const shown = resultOf(end, caller.locale);
  const { hint, ...content } = resultOf(end, MODEL_LOCALE);
  // The hint quotes the template, which is for administrators.
  const mayReadCode = caller.role === 'admin' && hint !== undefined;
  return {
    status: end.status,
    content: { ...content, ...(mayReadCode && { hint }) },
    message: shown.message,
    truncated: shown.truncated,
    ...(end.failure && { failure: end.failure }),
    ...end.extras,
    ...(end.script && { work: workOf(end.script) }),
    panel: { ...shown, ...end.extras, ...(end.code !== null && { code_rendered: end.code }) },
    end,
  };
}

const workOf = ({ containerId, queuedMs }: NonNullable<MaskedEnd['script']>) => ({
  containerId,
  queuedMs: Math.round(queuedMs),
});
