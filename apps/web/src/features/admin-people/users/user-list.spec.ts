import type { UserRow } from '@contract/people';
import { nextOrder, readOrder, searchUsers, sortUsers } from './user-list';

const person = (name: string, facts: Partial<UserRow> = {}): UserRow => ({
  id: name,
  email: `${name.toLowerCase()}@example.org`,
  name,
  role: 'user',
  status: 'active',
  createdAt: '2026-01-01T00:00:00Z',
  lastSeenAt: null,
  ...facts,
});
const namesOf = (users: UserRow[]) => users.map(({ name }) => name);
const ann = person('Ann', { role: 'admin', lastSeenAt: '2026-03-01T00:00:00Z' });
const bob = person('Bob', { status: 'disabled', lastSeenAt: '2026-04-01T00:00:00Z' });
const cai = person('蔡明', { email: 'cai@lab.test', status: 'invited' });
const all = [cai, bob, ann];

describe('the list of people', () => {
  it('finds people by words of name and e-mail in any case', () => {
    expect(namesOf(searchUsers(all, 'ANN example'))).toEqual(['Ann']);
    expect(namesOf(searchUsers(all, '明 lab'))).toEqual(['蔡明']);
    expect(namesOf(searchUsers(all, '  '))).toEqual(['蔡明', 'Bob', 'Ann']);
    expect(searchUsers(all, 'nobody')).toEqual([]);
  });

  it('sorts by rank of role and status, not by their letters', () => {
    expect(namesOf(sortUsers(all, readOrder('role'), 'en'))[0]).toBe('Ann');
    expect(namesOf(sortUsers(all, readOrder('status'), 'en'))).toEqual(['Ann', '蔡明', 'Bob']);
    expect(namesOf(sortUsers(all, readOrder('-status'), 'en'))).toEqual(['Bob', '蔡明', 'Ann']);
  });

  it('keeps people who were never seen last in both directions', () => {
    expect(namesOf(sortUsers(all, readOrder('lastSeen'), 'en'))).toEqual(['Bob', 'Ann', '蔡明']);
    expect(namesOf(sortUsers(all, readOrder('-lastSeen'), 'en'))).toEqual(['Ann', 'Bob', '蔡明']);
  });

  it('reads the order from the address and falls back to names', () => {
    expect(readOrder('-email')).toEqual({ column: 'email', isDescending: true });
    for (const odd of [undefined, ['role'], 'password', '']) {
      expect(readOrder(odd)).toEqual({ column: 'name', isDescending: false });
    }
  });

  it('turns the direction with a second click and drops the usual order from the address', () => {
    expect(nextOrder(readOrder(undefined), 'role')).toBe('role');
    expect(nextOrder(readOrder('role'), 'role')).toBe('-role');
    expect(nextOrder(readOrder('-role'), 'role')).toBe('role');
    expect(nextOrder(readOrder(undefined), 'name')).toBe('-name');
    expect(nextOrder(readOrder('-name'), 'name')).toBeUndefined();
  });
});
