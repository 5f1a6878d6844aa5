import type { Role } from '@/contract/people';

export type Effect = 'allow' | 'ask' | 'deny';

export interface Decision {
  effect: Effect;
  /** Why, for the audit and the policy page. */
  reason: 'administrators_only' | 'not_active' | 'default';
}

/** What a decision knows of a tool. */
export interface DecidableTool {
  name: string;
  category: string;
  dangerous: boolean;
  adminOnly: boolean;
  /** Open to some people, but not to who asks. */
  isForOthers?: boolean;
}

/**
 * The whole policy as a pure function. Groups, asking and scopes find their place here, below the one rule that
 * no placement and no later rule may weaken: administrators' tools are for administrators (A-024, A-093).
 */
export function decision(role: Role | null, tool: DecidableTool): Decision {
  if (role === null) return { effect: 'deny', reason: 'not_active' };
  if ((tool.adminOnly || tool.isForOthers) && role !== 'admin') {
    return { effect: 'deny', reason: 'administrators_only' };
  }
  return { effect: 'allow', reason: 'default' };
}
