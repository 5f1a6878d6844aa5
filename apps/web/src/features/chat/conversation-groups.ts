import type { ConversationRow } from '@contract/chat';

export type Age = 'today' | 'yesterday' | 'week' | 'month' | 'older';

const DAY_MS = 86_400_000;

/** Rows under the heading of their age by the calendar of this browser, in the order they came. */
export function groupByAge(
  rows: readonly ConversationRow[],
  now: Date,
): { age: Age; rows: ConversationRow[] }[] {
  const groups = new Map<Age, ConversationRow[]>();
  for (const row of rows) {
    const age = ageOf(new Date(row.updatedAt), now);
    const group = groups.get(age);
    if (group) group.push(row);
    else groups.set(age, [row]);
  }
  return [...groups].map(([age, grouped]) => ({ age, rows: grouped }));
}

function ageOf(time: Date, now: Date): Age {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const at = time.getTime();
  if (at >= midnight) return 'today';
  if (at >= midnight - DAY_MS) return 'yesterday';
  if (at >= midnight - 7 * DAY_MS) return 'week';
  return at >= midnight - 30 * DAY_MS ? 'month' : 'older';
}

/** The list after one row was made, changed or (null) removed; newest first. */
export function placeRow(
  rows: readonly ConversationRow[],
  id: string,
  row: ConversationRow | null,
): ConversationRow[] {
  const others = rows.filter((other) => other.id !== id);
  if (!row) return others;
  const before = others.findIndex(({ updatedAt }) => updatedAt <= row.updatedAt);
  return before < 0 ? [...others, row] : others.toSpliced(before, 0, row);
}
