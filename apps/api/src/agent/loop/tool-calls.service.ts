import { Injectable } from '@nestjs/common';
import { ApprovalsService, type Tell } from '@/agent/approvals/approvals.service';
import type { ModelMessage, ModelToolCall } from '@/engines/models/model-adapter';
import type { Caller } from '@/foundation/http/caller';
import { RegistryService } from '@/tools/registry/registry.service';
import { ToolRunner, type ToolReport } from '@/tools/registry/tool-runner.service';
import { EventQueue } from './event-queue';
import type { LoopEvent, LoopRequest, OpenStep } from './loop.events';

type RunContext = Pick<LoopRequest, 'conversationId' | 'runId' | 'signal' | 'messages'> & {
  /** Null for a call that a person makes by hand. */
  modelId: string | null;
};

/** Runs what a step called, side by side, and tells start and end of each exactly once (C-032). */
@Injectable()
export class ToolCallsService {
  constructor(
    private readonly runner: ToolRunner,
    private readonly registry: RegistryService,
    private readonly approvals: ApprovalsService,
  ) {}

  /** One per run: it remembers what already failed for good. */
  forRun(caller: Caller, run: RunContext): RunToolCalls {
    const { runner, registry, approvals } = this;
    return new RunToolCalls({ runner, registry, approvals }, caller, run);
  }
}

export class RunToolCalls {
  /** Calls answered with canRetry false; the same call again gets the same answer without running (C-037). */
  private readonly hopeless = new Map<string, ToolReport>();
  /** What the conversation holds of tools. */
  private readonly results: { name: string; isError: boolean }[];

  constructor(
    private readonly rooms: {
      runner: ToolRunner;
      registry: RegistryService;
      approvals: ApprovalsService;
    },
    private readonly caller: Caller,
    private readonly run: RunContext,
  ) {
    this.results = run.messages.filter((message) => message.role === 'tool');
  }

  /** Starts come in the order of the calls, ends as they happen; the messages keep the order of the calls. */
  async *runAll(
    step: number,
    calls: readonly ModelToolCall[],
  ): AsyncGenerator<LoopEvent, ModelMessage[]> {
    const ends = new EventQueue<LoopEvent>();
    const icons = await this.iconsOf(calls);
    const reports: Promise<ModelMessage>[] = [];
    for (const [i, call] of calls.entries()) {
      const { id, name, arguments: text } = call;
      const icon = icons[i] ?? null;
      yield { type: 'tool_call_start', callId: id, tool: name, icon, arguments: text, step };
      reports.push(this.runOne(call, ends, this.isByHand));
    }
    return yield* this.untilAllEnded(reports, ends);
  }

  /** A person's own call is their yes; one that a program makes with their key is not. */
  private get isByHand(): boolean {
    return this.run.modelId === null && this.caller.keyId === undefined;
  }

  /** The calls of a step that began before: those without a result run, without a second start, once they are answered. */
  async *goOn({ calls }: OpenStep): AsyncGenerator<LoopEvent, ModelMessage[]> {
    const ends = new EventQueue<LoopEvent>();
    const reports = calls.map(async ({ call, result }) => result ?? this.runOne(call, ends, false));
    return yield* this.untilAllEnded(reports, ends);
  }

  private async *untilAllEnded(
    reports: readonly Promise<ModelMessage>[],
    ends: EventQueue<LoopEvent>,
  ): AsyncGenerator<LoopEvent, ModelMessage[]> {
    const all = Promise.all(reports);
    void all.finally(() => ends.close());
    yield* ends;
    return all;
  }

  private async runOne(
    call: ModelToolCall,
    ends: EventQueue<LoopEvent>,
    isByHand: boolean,
  ): Promise<ModelMessage> {
    const startedAt = performance.now();
    const { outcome } = await this.report(call, isByHand, (event) => ends.push(event));
    const durationMs = Math.round(performance.now() - startedAt);
    ends.push({ type: 'tool_call_end', callId: call.id, durationMs, outcome });
    const { id, name } = call;
    const isError = outcome.status !== 'completed';
    return { role: 'tool', callId: id, name, content: outcome.result, isError };
  }

  private async report(call: ModelToolCall, isByHand: boolean, tell: Tell): Promise<ToolReport> {
    const key = `${call.name} ${call.arguments}`;
    const known = this.hopeless.get(key);
    if (known) return known;
    const { conversationId, runId, signal, modelId } = this.run;
    const afterUntrusted = await this.isAfterUntrusted();
    const context = { callId: call.id, conversationId, runId, signal, afterUntrusted };
    const report = await this.rooms.runner.run(this.caller, {
      name: call.name,
      argumentsText: call.arguments,
      isByHand,
      askApproval: (question) => this.rooms.approvals.ask(this.caller, question, tell),
      context: { ...context, ...(modelId !== null && { modelId }) },
    });
    this.results.push({ name: call.name, isError: report.outcome.status !== 'completed' });
    if (report.outcome.error?.canRetry === false) this.hopeless.set(key, report);
    return report;
  }

  /** Whether something from a tool that reaches other systems stands before this call; one that is gone counts (S-43). */
  private async isAfterUntrusted(): Promise<boolean> {
    if (this.results.length === 0) return false;
    const tools = await this.rooms.registry.listAll(this.caller);
    const outsideOf = new Map(tools.map(({ name, outside = false }) => [name, outside]));
    return this.results.some(({ name, isError }) => outsideOf.get(name) ?? !isError);
  }

  private iconsOf(calls: readonly ModelToolCall[]): Promise<(string | null)[]> {
    return Promise.all(
      calls.map(
        async ({ name }) => (await this.rooms.registry.findTool(this.caller, name))?.icon ?? null,
      ),
    );
  }
}
