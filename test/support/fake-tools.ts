import type { Role } from '@/contract/people';
import type { PolicyEffect } from '@/contract/policy';
import type { Caller } from '@/foundation/http/caller';
import { decision, type DecidableTool } from '@/people/policy/decision';
import { FIRST_DOCUMENT } from '@/people/policy/policy-document';
import type { PolicyDecision, Standing } from '@/people/policy/policy.service';
import { Rulebook } from '@/people/policy/rulebook';
import type { Tool, ToolOutput } from '@/tools/registry/tool';
import type { ToolBundle } from '@/tools/registry/tool-bundle';

export const aCaller = (change: Partial<Caller> = {}): Caller => ({
  userId: 'user-1',
  name: 'Ada',
  role: 'admin',
  locale: 'en',
  sessionId: 'session-1',
  ...change,
});

export const done = (content: unknown, message = String(content)): ToolOutput => ({
  status: 'completed',
  content,
  message,
});

export const aTool = (name: string, change: Partial<Tool> = {}): Tool => ({
  name,
  category: 'read',
  description: `Does ${name}.`,
  inputSchema: { type: 'object', properties: {} },
  dangerous: false,
  adminOnly: false,
  icon: null,
  call: async () => done(name),
  ...change,
});

/** A family of tools that is whatever the test says. */
export class FakeBundle implements ToolBundle {
  constructor(
    readonly id: string,
    readonly order: number,
    private readonly tools: Tool[],
  ) {}

  async listTools(): Promise<Tool[]> {
    return this.tools;
  }
}

/** The real decision of a document without rules, unless the test wants another effect. */
export class FakePolicy {
  effect: PolicyEffect | null = null;
  role: Role = 'admin';
  approverGroupId: string | null = null;
  /** So many more looks, and from then on the answer is no. */
  looksUntilDeny = Infinity;

  async lookUp(caller: Caller): Promise<Pick<Standing, 'subject' | 'decide'>> {
    const isDenied = this.looksUntilDeny <= 0;
    this.looksUntilDeny -= 1;
    const subject = { userId: caller.userId, role: this.role, groups: [] };
    const situation = { conditions: 'all' as const, modelId: null, now: 0 };
    const { effect, approverGroupId } = this;
    const decide = (tool: DecidableTool): PolicyDecision => ({
      ...decision(new Rulebook(FIRST_DOCUMENT), subject, tool, situation),
      ...(effect && { effect, approverGroupId }),
      ...(isDenied && { effect: 'deny' as const }),
      policyVersion: 1,
    });
    return { subject, decide };
  }

  async decideAll(caller: Caller, tools: Tool[]): Promise<Map<Tool, PolicyDecision>> {
    const standing = await this.lookUp(caller);
    const call = { conditions: 'widest' as const, modelId: null };
    return new Map(tools.map((tool) => [tool, standing.decide(tool, call)]));
  }
}

/** Remembers what was recorded, in place of audit and usage. */
export class Recorder {
  readonly toolCalls: { tool: string; status?: string; code?: string | null }[] = [];
  readonly modelSteps: object[] = [];

  recordToolCall(_: Caller, facts: { tool: string }): void {
    this.toolCalls.push(facts);
  }

  /** In place of spending: there is always room. */
  async reserve() {
    let isOpen = true;
    const settle = async (facts: object): Promise<void> => {
      isOpen = false;
      this.modelSteps.push(facts);
    };
    const close = async (_: number, answer: string | null): Promise<void> => {
      if (isOpen && answer !== null) await settle({ answer });
    };
    return { settle, close };
  }
}
