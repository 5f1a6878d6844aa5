import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { TryResult } from '@/contract/workshop';
import type { Caller } from '@/foundation/http/caller';
import type { ToolContext } from '@/tools/registry/tool';
import { ToolRunner } from '@/tools/registry/tool-runner.service';
import {
  CustomToolsBundle,
  isCustomToolOutput,
  type CustomToolOutput,
} from '../custom-tools.bundle';
import { CustomToolRefused } from '../custom-tools.errors';
import type { CustomTool } from '../folder/custom-tool';
import { ToolStates } from '../states/tool-states.service';
import { MissingParameter, TemplateNotRendered } from '../template/template.errors';
import { FILE_NAME, type MaskedEnd } from '../call/execution.service';
import { rawOutputOf, resultOfRefusal } from '../call/result';
import { lastLineOf } from '../call/traceback';

export type Trial = Pick<ToolContext, 'signal' | 'onOutput' | 'onStarted'> & {
  trial: 'panel' | 'test';
  argumentsText: string;
  callId?: string;
};

/** Any version of a tool, run once for an administrator: through the one runner, so that policy and audit hold. */
@Injectable()
export class ToolTries {
  constructor(
    private readonly bundle: CustomToolsBundle,
    private readonly states: ToolStates,
    private readonly runner: ToolRunner,
  ) {}

  /** @throws CustomToolRefused for a tool nobody could call */
  async run(caller: Caller, tool: CustomTool, trial: Trial): Promise<TryResult> {
    if (tool.defect) throw new CustomToolRefused(tool.defect.text);
    const { argumentsText, callId = randomUUID(), ...watching } = trial;
    const { output } = await this.runner.run(caller, {
      name: tool.id,
      tool: this.bundle.toolOf(tool, await this.states.find(tool.id)),
      argumentsText,
      context: { ...watching, callId, conversationId: null, runId: null },
      isByHand: true,
    });
    if (isCustomToolOutput(output)) return { ...output.panel, ...factsOf(output, callId) };
    return {
      ...resultOfRefusal(tool, output),
      call_id: callId,
      raw_output: '',
      memory_peak_bytes: null,
      queued_ms: 0,
      error_line: null,
    };
  }
}

function factsOf({ end }: CustomToolOutput, callId: string) {
  return {
    call_id: callId,
    raw_output: rawOutputOf(end),
    memory_peak_bytes: end.script?.memoryPeakBytes ?? null,
    queued_ms: Math.round(end.script?.queuedMs ?? 0),
    error_line: errorLineOf(end),
  };
}

function errorLineOf({ script, failure }: MaskedEnd): number | null {
  if (failure instanceof MissingParameter || failure instanceof TemplateNotRendered) {
    return failure.line;
  }
  return script === null || failure === null ? null : lastLineOf(script.stderr, FILE_NAME);
}
