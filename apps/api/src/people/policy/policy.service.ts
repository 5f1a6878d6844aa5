import { Injectable } from '@nestjs/common';
import type { Role } from '@/contract/people';
import { Clock } from '@/foundation/clock/clock';
import type { Caller } from '@/foundation/http/caller';
import { AuditService } from '@/people/audit/audit.service';
import { AccountsService } from '@/people/users/accounts.service';
import { decision, type DecidableTool, type Decision } from './decision';
import { CategoryNotFound, ToolAlreadyPlaced } from './policy.errors';
import { PolicyRepository } from './policy.repository';
import { isToolCategory, TOOL_CATEGORY_IDS, type ToolCategoryId } from './tool-categories';

/** A tool as far as categories care. */
interface CategorisedTool {
  name: string;
  category: ToolCategoryId;
}

export interface ToolGroup<Tool> {
  id: ToolCategoryId;
  tools: Tool[];
}

/** Who may use which tool, and where tools stand on the policy page. */
@Injectable()
export class PolicyService {
  constructor(
    private readonly repository: PolicyRepository,
    private readonly accounts: AccountsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** The caller's role as it is now; null once the person may no longer use the product. */
  roleOf(caller: Caller): Promise<Role | null> {
    return this.accounts.findActiveRole(caller.userId);
  }

  /**
   * Reads the caller's role anew, because a run may outlive the rights it began with (A-024, S-09).
   * Who has something else to wait for may begin the reading before and hand it in.
   */
  async decide(caller: Caller, tool: DecidableTool, role = this.roleOf(caller)): Promise<Decision> {
    return decision(await role, tool);
  }

  /** The same for a whole list with one look at the caller. */
  async decideAll<Tool extends DecidableTool>(
    caller: Caller,
    tools: readonly Tool[],
  ): Promise<Map<Tool, Decision>> {
    const role = await this.roleOf(caller);
    return new Map(tools.map((tool) => [tool, decision(role, tool)]));
  }

  /** Where each tool stands now; one whose place vanished is back home. */
  async categoryOf(tools: readonly CategorisedTool[]): Promise<Map<string, ToolCategoryId>> {
    const placements = await this.repository.listPlacements();
    const placed = new Map(placements.map(({ tool, category }) => [tool, category]));
    return new Map(
      tools.map(({ name, category: home }) => {
        const category = placed.get(name) ?? home;
        return [name, isToolCategory(category) ? category : home];
      }),
    );
  }

  /** Every category in page order, empty ones too, filled at read time with the tools that exist now. */
  async groupByCategory<Tool extends CategorisedTool>(
    tools: readonly Tool[],
  ): Promise<ToolGroup<Tool>[]> {
    const places = await this.categoryOf(tools);
    return TOOL_CATEGORY_IDS.map((id) => ({
      id,
      tools: tools.filter(({ name }) => places.get(name) === id),
    }));
  }

  /** @throws ToolAlreadyPlaced when the tool was moved before, or is at home there */
  async place(
    caller: Caller,
    toolName: string,
    category: string,
    homeCategory: ToolCategoryId,
  ): Promise<void> {
    if (!isToolCategory(category)) throw new CategoryNotFound(category);
    const earlier = await this.repository.findPlacement(toolName);
    if (earlier) throw new ToolAlreadyPlaced(toolName, earlier.category);
    if (category === homeCategory) throw new ToolAlreadyPlaced(toolName, homeCategory);
    const placement = {
      tool: toolName,
      category,
      placedBy: caller.userId,
      placedAt: this.clock.now(),
    };
    if (!(await this.repository.insertPlacement(placement))) {
      const winner = await this.repository.findPlacement(toolName);
      throw new ToolAlreadyPlaced(toolName, winner?.category ?? category);
    }
    await this.audit.record(caller, {
      action: 'policy.place',
      subject: toolName,
      facts: { category },
    });
  }

  /** The tool goes home; when it is there already, nothing happens. */
  async unplace(caller: Caller, toolName: string): Promise<void> {
    const isRemoved = await this.repository.removePlacement(toolName);
    if (isRemoved) await this.audit.record(caller, { action: 'policy.unplace', subject: toolName });
  }
}
