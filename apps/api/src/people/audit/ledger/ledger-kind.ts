import type { LedgerKind } from '@/contract/ledger';

/** About accounts' safety: who came in, with what, and what was shut. */
const SECURITY = new Set(['auth', 'session', 'api_key', 'two_factor', 'oidc', 'invite']);

export function kindOf(action: string): LedgerKind {
  if (action === 'tool.call') return 'tool_call';
  return SECURITY.has(action.split('.', 1)[0] ?? '') ? 'security' : 'admin_act';
}
