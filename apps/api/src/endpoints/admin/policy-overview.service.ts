import { Injectable } from '@nestjs/common';
import type { PolicyTool, PolicyView } from '@/contract/policy';
import type { Caller } from '@/foundation/http/caller';
import { PolicyService } from '@/people/policy/policy.service';
import { TOOL_CATEGORIES } from '@/people/policy/tool-categories';
import { ToolNotFound } from '@/tools/registry/registry.errors';
import { RegistryService } from '@/tools/registry/registry.service';
import type { Tool } from '@/tools/registry/tool';

/** Joins what exists (registry) with where it stands (policy). */
@Injectable()
export class PolicyOverview {
  constructor(
    private readonly registry: RegistryService,
    private readonly policy: PolicyService,
  ) {}

  async view(caller: Caller): Promise<PolicyView> {
    const groups = await this.policy.groupByCategory(await this.registry.listAll(caller));
    return {
      categories: groups.map(({ id, tools }) => ({
        id,
        name: TOOL_CATEGORIES[id].name[caller.locale],
        description: TOOL_CATEGORIES[id].description[caller.locale],
        tools: tools.map(toPolicyTool),
      })),
    };
  }

  async place(caller: Caller, name: string, category: string): Promise<PolicyView> {
    const tool = await this.registry.findTool(caller, name);
    if (!tool) throw new ToolNotFound(name);
    await this.policy.place(caller, name, category, tool.category);
    return this.view(caller);
  }

  async unplace(caller: Caller, name: string): Promise<PolicyView> {
    await this.policy.unplace(caller, name);
    return this.view(caller);
  }
}

const toPolicyTool = (tool: Tool): PolicyTool => ({
  name: tool.name,
  description: tool.description,
  icon: tool.icon,
  dangerous: tool.dangerous,
  adminOnly: tool.adminOnly,
  homeCategory: tool.category,
});
