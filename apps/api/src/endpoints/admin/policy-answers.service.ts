import { Injectable } from '@nestjs/common';
import type {
  PolicyAnswer,
  PolicyDocument,
  PolicyEffect,
  PolicyQuestion,
  PolicyReach,
  PolicyReachQuestion,
  PolicyReachRow,
} from '@/contract/policy';
import { Clock } from '@/foundation/clock/clock';
import { NotFound } from '@/foundation/errors/input.errors';
import type { Caller } from '@/foundation/http/caller';
import { decision } from '@/people/policy/decision';
import { explanation } from '@/people/policy/explanation';
import { PolicyService } from '@/people/policy/policy.service';
import { PolicyVersions } from '@/people/policy/policy-versions.service';
import { Rulebook } from '@/people/policy/rulebook';
import { ToolNotFound } from '@/tools/registry/registry.errors';
import { RegistryService } from '@/tools/registry/registry.service';
import type { Tool } from '@/tools/registry/tool';
import { findArguments } from '@/tools/registry/tool-arguments';

const MOST_ROWS = 200;
const MOST_FREE_FIRST: PolicyEffect[] = ['allow', 'ask', 'deny'];

/** Why somebody may or may not, and who can use a tool; of what is in force and of unsaved edits. */
@Injectable()
export class PolicyAnswers {
  constructor(
    private readonly registry: RegistryService,
    private readonly policy: PolicyService,
    private readonly versions: PolicyVersions,
    private readonly clock: Clock,
  ) {}

  async explain(caller: Caller, question: PolicyQuestion): Promise<PolicyAnswer> {
    const [tool, people, { rulebook }] = await Promise.all([
      this.getTool(caller, question.tool),
      this.policy.listSubjects(),
      this.versions.inForce(),
    ]);
    const subject = people.find(({ userId }) => userId === question.userId);
    if (!subject) throw new NotFound();
    const { modelId = null, afterUntrusted = false, document, arguments: text } = question;
    const conditions = {
      arguments: text === undefined ? null : findArguments(text),
      afterUntrusted,
    };
    const situation = { conditions, modelId, now: this.clock.now().getTime() };
    return {
      current: explanation(rulebook, subject, tool, situation),
      edited: document ? explanation(new Rulebook(document), subject, tool, situation) : null,
    };
  }

  async reach(caller: Caller, question: PolicyReachQuestion): Promise<PolicyReach> {
    const [tool, people, rulebook] = await Promise.all([
      this.getTool(caller, question.tool),
      this.policy.listSubjects(),
      this.rulebookOf(question.document),
    ]);
    const modelId = question.modelId ?? null;
    const now = this.clock.now().getTime();
    const situation = { conditions: 'widest' as const, modelId, now };
    const rows = people.flatMap(({ userId, name, email, role, groups }): PolicyReachRow[] => {
      if (role === null) return [];
      const made = decision(rulebook, { userId, role, groups }, tool, situation);
      const { effect, ruleId, reason } = made;
      return [{ userId, name, email, role, effect, ruleId, reason }];
    });
    const q = question.q?.trim().toLowerCase() ?? '';
    const found = rows.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(q));
    const counts = { allow: 0, ask: 0, deny: 0 };
    for (const { effect } of rows) counts[effect]++;
    return { counts, items: found.sort(byEffectAndName).slice(0, MOST_ROWS) };
  }

  private async rulebookOf(document: PolicyDocument | undefined): Promise<Rulebook> {
    return document ? new Rulebook(document) : (await this.versions.inForce()).rulebook;
  }

  private async getTool(caller: Caller, name: string): Promise<Tool> {
    const tool = await this.registry.findTool(caller, name);
    if (!tool) throw new ToolNotFound(name);
    return tool;
  }
}

const byEffectAndName = (a: PolicyReachRow, b: PolicyReachRow): number =>
  MOST_FREE_FIRST.indexOf(a.effect) - MOST_FREE_FIRST.indexOf(b.effect) ||
  a.name.localeCompare(b.name);
