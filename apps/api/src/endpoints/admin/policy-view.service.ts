import { Injectable } from '@nestjs/common';
import type { PolicyTool, PolicyView } from '@/contract/policy';
import type { Caller } from '@/foundation/http/caller';
import { PolicyVersions } from '@/people/policy/policy-versions.service';
import { TOOL_CATEGORIES, TOOL_CATEGORY_IDS } from '@/people/policy/tool-categories';
import { RegistryService } from '@/tools/registry/registry.service';
import type { Tool } from '@/tools/registry/tool';

/** Joins what exists (registry) with what is decided about it (policy). */
@Injectable()
export class PolicyViewService {
  constructor(
    private readonly registry: RegistryService,
    private readonly versions: PolicyVersions,
  ) {}

  /** Every category in page order, empty ones too, filled with the tools that exist now. */
  async view(caller: Caller): Promise<PolicyView> {
    const [tools, { version, rulebook }] = await Promise.all([
      this.registry.listAll(caller),
      this.versions.inForce(),
    ]);
    const places = new Map(tools.map((tool) => [tool, rulebook.categoryOf(tool)]));
    return {
      version,
      document: rulebook.document,
      categories: TOOL_CATEGORY_IDS.map((id) => ({
        id,
        name: TOOL_CATEGORIES[id].name[caller.locale],
        description: TOOL_CATEGORIES[id].description[caller.locale],
        tools: tools.filter((tool) => places.get(tool) === id).map(toPolicyTool),
      })),
    };
  }
}

const toPolicyTool = (tool: Tool): PolicyTool => ({
  name: tool.name,
  description: tool.description,
  icon: tool.icon,
  dangerous: tool.dangerous,
  adminOnly: tool.adminOnly,
  audienceGroups: tool.audienceGroups ? [...tool.audienceGroups] : null,
  homeCategory: tool.category,
});
