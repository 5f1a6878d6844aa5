import { Injectable } from '@nestjs/common';
import type { PolicyDocument, PolicyImpact, PolicySaveBody } from '@/contract/policy';
import { Clock } from '@/foundation/clock/clock';
import type { Caller } from '@/foundation/http/caller';
import { impactOf } from '@/people/policy/impact';
import { PeopleClasses } from '@/people/policy/people-classes';
import {
  CategoryNotFound,
  PolicyChanged,
  PolicyWouldWiden,
  ToolAlreadyPlaced,
} from '@/people/policy/policy.errors';
import { PolicyService } from '@/people/policy/policy.service';
import { PolicyVersions, type PolicyChange } from '@/people/policy/policy-versions.service';
import { Rulebook } from '@/people/policy/rulebook';
import { isToolCategory } from '@/people/policy/tool-categories';
import { ToolNotFound } from '@/tools/registry/registry.errors';
import { RegistryService } from '@/tools/registry/registry.service';

export interface Confirmation {
  confirmWidening?: boolean;
}

const MOST_TRIES = 5;

/** Changes of the policy: what they would do is known before, and what widens is confirmed. */
@Injectable()
export class PolicyChanges {
  constructor(
    private readonly registry: RegistryService,
    private readonly policy: PolicyService,
    private readonly versions: PolicyVersions,
    private readonly clock: Clock,
  ) {}

  async impact(caller: Caller, document: PolicyDocument): Promise<PolicyImpact> {
    const [{ rulebook: before }, tools, people] = await Promise.all([
      this.versions.inForce(),
      this.registry.listAll(caller),
      this.policy.listSubjects(),
    ]);
    const after = new Rulebook(document);
    const classes = new PeopleClasses(people.filter(({ role }) => role !== null));
    return impactOf({ before, after, tools, classes, now: this.clock.now().getTime() });
  }

  /** @throws PolicyChanged, PolicyWouldWiden */
  async save(caller: Caller, { confirmWidening, ...change }: PolicySaveBody): Promise<void> {
    await this.apply(caller, { verb: 'save', ...change }, { confirmWidening });
  }

  async restore(
    caller: Caller,
    version: number,
    { baseVersion, confirmWidening }: Confirmation & { baseVersion: number },
  ): Promise<void> {
    const { document } = await this.versions.get(version);
    const change = { verb: 'restore', document, baseVersion, note: '', facts: { of: version } };
    await this.apply(caller, change, { confirmWidening });
  }

  /** @throws ToolAlreadyPlaced when the tool was moved before, or is at home there */
  async place(
    caller: Caller,
    move: { tool: string; category: string },
    confirmation: Confirmation,
  ): Promise<void> {
    const { tool: name, category } = move;
    if (!isToolCategory(category)) throw new CategoryNotFound(category);
    const tool = await this.registry.findTool(caller, name);
    if (!tool) throw new ToolNotFound(name);
    await this.replace(caller, confirmation, (document) => {
      const placed = placementOf(document, name);
      if (placed !== undefined) throw new ToolAlreadyPlaced(name, placed);
      if (category === tool.category) throw new ToolAlreadyPlaced(name, category);
      const placements = { ...document.placements, [name]: category };
      return { verb: 'place', document: { ...document, placements }, facts: move };
    });
  }

  /** The tool goes home; when it is there already, nothing happens. */
  async unplace(caller: Caller, tool: string, confirmation: Confirmation): Promise<void> {
    await this.replace(caller, confirmation, (document) => {
      if (placementOf(document, tool) === undefined) return null;
      const others = Object.entries(document.placements).filter(([name]) => name !== tool);
      const placements = Object.fromEntries(others);
      return { verb: 'unplace', document: { ...document, placements }, facts: { tool } };
    });
  }

  /** A small change does not care what the version before it was: when somebody was faster, it is made anew. */
  private async replace(
    caller: Caller,
    confirmation: Confirmation,
    next: (document: PolicyDocument) => Pick<PolicyChange, 'verb' | 'document' | 'facts'> | null,
  ): Promise<void> {
    for (let left = MOST_TRIES; ; left--) {
      const { version, rulebook } = await this.versions.inForce();
      const change = next(rulebook.document);
      if (!change) return;
      try {
        return await this.apply(
          caller,
          { ...change, note: '', baseVersion: version },
          confirmation,
        );
      } catch (thrown) {
        if (!(thrown instanceof PolicyChanged) || left === 1) throw thrown;
      }
    }
  }

  private async apply(
    caller: Caller,
    change: PolicyChange,
    { confirmWidening = false }: Confirmation,
  ): Promise<void> {
    const impact = await this.impact(caller, change.document);
    if (impact.widens && !confirmWidening) throw new PolicyWouldWiden(impact);
    const { changes, changeCount, widens } = impact;
    const facts = { ...change.facts, widens, changeCount, changes: changes.slice(0, 20) };
    await this.versions.save(caller, { ...change, facts });
  }
}

const placementOf = ({ placements }: PolicyDocument, tool: string): string | undefined =>
  Object.hasOwn(placements, tool) ? placements[tool] : undefined;
