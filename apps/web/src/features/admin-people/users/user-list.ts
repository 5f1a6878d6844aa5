import type { UserRow } from '@contract/people';

export const USER_COLUMNS = ['name', 'email', 'role', 'status', 'lastSeen'] as const;
export type UserColumn = (typeof USER_COLUMNS)[number];

export interface UserOrder {
  column: UserColumn;
  isDescending: boolean;
}

const STATUS_RANK = { active: 0, invited: 1, disabled: 2 };
const ROLE_RANK = { admin: 0, user: 1 };

/** People whose name or e-mail contains every word. */
export function searchUsers(users: readonly UserRow[], search: string): UserRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return users.filter(({ name, email }) => {
    const text = `${name}\n${email}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** In the order of a column; people who were never seen stay last whichever way. */
export function sortUsers(users: readonly UserRow[], order: UserOrder, locale: string): UserRow[] {
  const text = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  const compare: Record<UserColumn, (one: UserRow, other: UserRow) => number> = {
    name: (one, other) => text.compare(one.name, other.name),
    email: (one, other) => text.compare(one.email, other.email),
    role: (one, other) => ROLE_RANK[one.role] - ROLE_RANK[other.role],
    status: (one, other) => STATUS_RANK[one.status] - STATUS_RANK[other.status],
    lastSeen: (one, other) => time(other) - time(one),
  };
  const direction = order.isDescending ? -1 : 1;
  return [...users].sort((one, other) => {
    if (order.column === 'lastSeen' && (time(one) === 0) !== (time(other) === 0)) {
      return time(one) === 0 ? 1 : -1;
    }
    return direction * compare[order.column](one, other) || text.compare(one.email, other.email);
  });
}

const time = ({ lastSeenAt }: UserRow): number => (lastSeenAt ? Date.parse(lastSeenAt) : 0);

/** The address bar's `?sort=-role` as an order; anything else is by name. */
export function readOrder(text: unknown): UserOrder {
  const name = typeof text === 'string' ? text.replace(/^-/, '') : '';
  const column = USER_COLUMNS.find((known) => known === name);
  return column
    ? { column, isDescending: String(text).startsWith('-') }
    : { column: 'name', isDescending: false };
}

/** What the address bar says after a click on a column's head; nothing for the usual order. */
export function nextOrder({ column, isDescending }: UserOrder, clicked: UserColumn) {
  const descends = column === clicked && !isDescending;
  return clicked === 'name' && !descends ? undefined : `${descends ? '-' : ''}${clicked}`;
}
