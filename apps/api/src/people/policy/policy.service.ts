import { Injectable } from '@nestjs/common';
import { Clock } from '@/foundation/clock/clock';
import type { Caller } from '@/foundation/http/caller';
import { GroupsService } from '@/people/groups/groups.service';
import { AccountsService } from '@/people/users/accounts.service';
import { UsersService } from '@/people/users/users.service';
import {
  decision,
  type DecidableTool,
  type Decision,
  type Situation,
  type Subject,
} from './decision';
import { PolicyVersions } from './policy-versions.service';
import type { Rulebook } from './rulebook';

/** A decision as it is written down: with the version that made it. */
export interface PolicyDecision extends Decision {
  policyVersion: number;
}

/** Somebody whom the console knows by name. */
export interface NamedSubject extends Subject {
  name: string;
  email: string;
}

export type CallSituation = Omit<Situation, 'now'>;

/** Before any call: what could be had at most. */
const IN_A_LIST: CallSituation = { conditions: 'widest', modelId: null };

/** Who asks and what holds, read together and anew; decisions from it are made without waiting. */
export class Standing {
  constructor(
    readonly subject: Subject,
    private readonly policy: { version: number; rulebook: Rulebook },
    private readonly now: number,
  ) {}

  decide(tool: DecidableTool, call: CallSituation): PolicyDecision {
    const { rulebook, version } = this.policy;
    const situation = { ...call, now: this.now };
    return { ...decision(rulebook, this.subject, tool, situation), policyVersion: version };
  }
}

/** Who may use which tool. */
@Injectable()
export class PolicyService {
  constructor(
    private readonly versions: PolicyVersions,
    private readonly accounts: AccountsService,
    private readonly users: UsersService,
    private readonly groups: GroupsService,
    private readonly clock: Clock,
  ) {}

  /**
   * The caller's rights and the policy as they are now, because a run may outlive the rights it began with
   * (A-024, S-09).
   */
  async lookUp(caller: Caller): Promise<Standing> {
    const [role, groups, policy] = await Promise.all([
      this.accounts.findActiveRole(caller.userId),
      this.groups.groupsOf(caller),
      this.versions.inForce(),
    ]);
    const subject = { userId: caller.userId, role, groups };
    return new Standing(subject, policy, this.clock.now().getTime());
  }

  async decide(
    caller: Caller,
    tool: DecidableTool,
    call: CallSituation = IN_A_LIST,
  ): Promise<PolicyDecision> {
    return (await this.lookUp(caller)).decide(tool, call);
  }

  /** The same for a whole list with one look at the caller; what only some calls are denied is in it. */
  async decideAll<Tool extends DecidableTool>(
    caller: Caller,
    tools: readonly Tool[],
    modelId: string | null = null,
  ): Promise<Map<Tool, PolicyDecision>> {
    const standing = await this.lookUp(caller);
    return new Map(tools.map((tool) => [tool, standing.decide(tool, { ...IN_A_LIST, modelId })]));
  }

  /** Everybody with an account, as decisions see them; who may not use the product has no role. */
  async listSubjects(): Promise<NamedSubject[]> {
    const [users, groups] = await Promise.all([this.users.list(), this.groups.groupsOfAll()]);
    return users.map(({ id, name, email, role, status }) => {
      const groupsOf = groups.get(id) ?? [];
      return { userId: id, name, email, role: status === 'active' ? role : null, groups: groupsOf };
    });
  }
}
