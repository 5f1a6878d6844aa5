import type { LedgerFilter, LedgerKind, LedgerRow } from '@contract/ledger';
import type { PolicyEffect } from '@contract/policy';

export const KINDS: readonly LedgerKind[] = ['tool_call', 'admin_act', 'security'];
export const EFFECTS: readonly PolicyEffect[] = ['allow', 'ask', 'deny'];
/** What a person types as it is. */
export const TEXTS = ['action', 'subject', 'outcome'] as const;
const IDS = ['actorId', 'conversationId', 'runId'] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What stands in the address: days of this person's calendar instead of moments. */
export type Shown = Omit<LedgerFilter, 'from' | 'to'> & { from?: string; to?: string };
type Query = Record<string, unknown>;

/** The filter of an address; what is no filter is as if it were not there. */
export function readFilter(query: Query): Shown {
  const shown: Shown = {};
  for (const name of [...TEXTS, ...IDS]) {
    const value = query[name];
    if (typeof value === 'string' && value.trim() !== '') shown[name] = value.trim();
  }
  const kind = KINDS.find((one) => one === query.kind);
  const effect = EFFECTS.find((one) => one === query.effect);
  if (kind) shown.kind = kind;
  if (effect) shown.effect = effect;
  for (const name of ['from', 'to'] as const) {
    const day = query[name];
    if (typeof day === 'string' && startOf(day)) shown[name] = day;
  }
  return shown;
}

/** As the server wants it; the last day belongs to it. */
export function filterOf({ from, to, ...rest }: Shown): LedgerFilter {
  const first = from === undefined ? null : startOf(from);
  const last = to === undefined ? null : startOf(to, 1);
  return {
    ...rest,
    ...(first && { from: first.toISOString() }),
    ...(last && { to: last.toISOString() }),
  };
}

function startOf(day: string, daysLater = 0): Date | null {
  if (!DAY.test(day)) return null;
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const start = new Date(year, month - 1, date + daysLater);
  return Number.isNaN(start.getTime()) ? null : start;
}

/** New rows in front of the known ones, each once. */
export function inFront(fresh: readonly LedgerRow[], known: readonly LedgerRow[]): LedgerRow[] {
  const newest = known[0]?.seq ?? 0;
  return [...fresh.filter(({ seq }) => seq > newest), ...known];
}

export type Tone = 'good' | 'bad' | 'quiet';

export function toneOf({ outcome }: Pick<LedgerRow, 'outcome'>): Tone {
  if (outcome === 'ok' || outcome === 'completed') return 'good';
  return outcome === 'cancelled' ? 'quiet' : 'bad';
}

/** Key of the words for an act without a person: the server itself, or somebody who had not signed in yet. */
export const nobodyOf = ({ kind }: Pick<LedgerRow, 'kind'>): string =>
  kind === 'security' ? 'adminLedger.nobody' : 'adminLedger.server';
