import type { Caller } from '@/foundation/http/caller';
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
