import type { ConversationRow } from '@contract/chat';
import { groupByAge, placeRow } from './conversation-groups';

const row = (id: string, updatedAt: Date | string): ConversationRow => ({
  ...{ id, title: id, modelId: null, createdAt: '', isRunning: false },
  updatedAt: new Date(updatedAt).toISOString(),
});

describe('the list of conversations', () => {
  it('is grouped by the calendar of this browser, not by hours', () => {
    const now = new Date(2026, 4, 20, 0, 30);
    const rows = [
      row('a', new Date(2026, 4, 20, 0, 1)),
      row('b', new Date(2026, 4, 19, 23, 59)),
      row('c', new Date(2026, 4, 14)),
      row('d', new Date(2026, 3, 25)),
      row('e', new Date(2025, 0, 1)),
    ];
    expect(groupByAge(rows, now).map(({ age, rows: [first] }) => [age, first?.id])).toEqual([
      ['today', 'a'],
      ['yesterday', 'b'],
      ['week', 'c'],
      ['month', 'd'],
      ['older', 'e'],
    ]);
  });

  const rows = [row('a', '2026-01-03'), row('b', '2026-01-02'), row('c', '2026-01-01')];

  it('puts a changed conversation where its time belongs, once', () => {
    const moved = placeRow(rows, 'c', row('c', '2026-01-02T12:00:00Z'));
    expect(moved.map(({ id }) => id)).toEqual(['a', 'c', 'b']);
  });

  it('takes a new one in at the top and a removed one out', () => {
    expect(placeRow(rows, 'd', row('d', '2026-02-01'))[0]?.id).toBe('d');
    expect(placeRow(rows, 'b', null).map(({ id }) => id)).toEqual(['a', 'c']);
  });
});
