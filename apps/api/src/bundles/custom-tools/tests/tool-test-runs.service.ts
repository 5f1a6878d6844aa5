import { Injectable } from '@nestjs/common';
import type { TestCaseResult, TestEvent, TestSummary } from '@/contract/workshop';
import { Clock } from '@/foundation/clock/clock';
import { AppConfig } from '@/foundation/config/config';
import type { Caller } from '@/foundation/http/caller';
import { AuditService } from '@/people/audit/audit.service';
import { MODEL_LOCALE } from '@/tools/registry/tool-runner.service';
import type { CustomTool } from '../folder/custom-tool';
import { ToolTries } from '../tries/tool-tries.service';
import { reasonsAgainst } from './judgement';
import { TestResultsRepository } from './test-results.repository';
import type { TestCase } from './tool-tests';

const MOST_OUTPUT = 2000;

export interface TestWatch {
  signal: AbortSignal;
  tell: (event: TestEvent) => void;
}

/** Runs the cases of tests.json side by side, each as a call of its own through the one runner. */
@Injectable()
export class ToolTestRuns {
  constructor(
    private readonly tries: ToolTries,
    private readonly results: TestResultsRepository,
    private readonly audit: AuditService,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /** A run that is broken off leaves no summary: nobody knows how it would have ended. */
  async run(caller: Caller, tool: CustomTool, watch: TestWatch): Promise<TestSummary> {
    const { cases } = tool.tests;
    watch.tell({ type: 'started', names: cases.map(({ name }) => name) });
    const passed: boolean[] = [];
    await this.sideBySide(cases, watch.signal, async (one, index) => {
      const result = await this.runCase(caller, tool, one, watch.signal);
      if (watch.signal.aborted) return;
      passed[index] = result.passed;
      watch.tell({ type: 'case', index, result });
    });
    const summary = summaryOf(passed, this.clock.now());
    if (!watch.signal.aborted) await this.keep(caller, tool, summary);
    watch.tell({ type: 'end', summary });
    return summary;
  }

  /** What is known of these very files; run now when nobody ran them yet. */
  async summaryFor(caller: Caller, tool: CustomTool): Promise<TestSummary> {
    const known = await this.results.find({ toolId: tool.id, hash: tool.hash });
    const signal = new AbortController().signal;
    return known ?? this.run(caller, tool, { signal, tell: () => undefined });
  }

  private async keep(caller: Caller, { id, hash }: CustomTool, summary: TestSummary) {
    const { passed, failed } = summary;
    await this.results.save({ toolId: id, hash }, summary);
    await this.audit.record(caller, {
      action: 'custom_tool.test',
      subject: id,
      facts: { hash, passed, failed },
      outcome: failed === 0 ? 'ok' : 'failed',
    });
  }

  /** As many at once as one person may have running anyway. */
  private async sideBySide(
    cases: readonly TestCase[],
    signal: AbortSignal,
    work: (one: TestCase, index: number) => Promise<void>,
  ): Promise<void> {
    const waiting = cases.entries();
    const worker = async () => {
      for (const [index, one] of waiting) {
        if (signal.aborted) return;
        await work(one, index);
      }
    };
    const atOnce = Math.min(this.config.containers.perPerson, cases.length);
    await Promise.all(Array.from({ length: atOnce }, worker));
  }

  private async runCase(
    caller: Caller,
    tool: CustomTool,
    one: TestCase,
    signal: AbortSignal,
  ): Promise<TestCaseResult> {
    const { name, argumentsText, problem } = one;
    if (problem) {
      const reasons = [problem[caller.locale]];
      return { name, passed: false, reasons, status: 'error', elapsedMs: 0, output: '' };
    }
    // The language of models, so that a message is the same whoever runs the tests.
    const asModel = { ...caller, locale: MODEL_LOCALE };
    const result = await this.tries.run(asModel, tool, { trial: 'test', argumentsText, signal });
    const reasons = reasonsAgainst(one, result, caller.locale);
    return {
      name,
      passed: reasons.length === 0,
      reasons,
      status: result.status,
      elapsedMs: result.elapsed_ms,
      output: result.output.slice(0, MOST_OUTPUT).toWellFormed(),
    };
  }
}

function summaryOf(passed: readonly boolean[], at: Date): TestSummary {
  const good = passed.filter(Boolean).length;
  return { passed: good, failed: passed.length - good, at: at.toISOString() };
}
