import { Injectable } from '@nestjs/common';
import type { Caller } from '@/foundation/http/caller';
import { PolicyService } from '@/people/policy/policy.service';
import { ToolNameTaken } from './registry.errors';
import type { Tool } from './tool';
import type { ToolBundle } from './tool-bundle';

/** Where bundles sign in, and the only list of tools in the house. */
@Injectable()
export class RegistryService {
  private readonly bundles: ToolBundle[] = [];

  constructor(private readonly policy: PolicyService) {}

  add(bundle: ToolBundle): void {
    this.bundles.push(bundle);
    this.bundles.sort((a, b) => a.order - b.order || a.id.localeCompare(b.id));
  }

  /** Every tool that exists for this caller, before policy; for the policy page. */
  async listAll(caller: Caller): Promise<Tool[]> {
    const lists = await Promise.all(this.bundles.map((bundle) => bundle.listTools(caller)));
    return withUniqueNames(lists.flat());
  }

  /** What the model is offered: the order never depends on anything but the tools themselves (C-003). */
  async listAllowed(caller: Caller, modelId: string | null = null): Promise<Tool[]> {
    const tools = await this.listAll(caller);
    const decisions = await this.policy.decideAll(caller, tools, modelId);
    return tools.filter((tool) => !tool.paused && decisions.get(tool)?.effect !== 'deny');
  }

  async findTool(caller: Caller, name: string): Promise<Tool | null> {
    const tools = await this.listAll(caller);
    return tools.find((tool) => tool.name === name) ?? null;
  }

  /** Static lines of the bundles for the system prompt. */
  async promptNotes(caller: Caller): Promise<string[]> {
    const notes = await Promise.all(
      this.bundles.map(async (bundle) => bundle.promptNotes?.(caller) ?? null),
    );
    return notes.filter((note): note is string => Boolean(note));
  }
}

/** Two tools of one name would let one pass for the other; the folder rules make it impossible, this makes it loud. */
function withUniqueNames(tools: Tool[]): Tool[] {
  const seen = new Set<string>();
  for (const { name } of tools) {
    if (seen.has(name)) throw new ToolNameTaken(name);
    seen.add(name);
  }
  return tools;
}
