import type { LedgerRow } from '@contract/ledger';
import { filterOf, inFront, readFilter } from './ledger-filter';

it('reads a filter from an address and leaves out what is none', () => {
  const query = { kind: 'tool_call', effect: 'maybe', subject: ' calc ', action: '', x: '1' };
  expect(readFilter(query)).toEqual({ kind: 'tool_call', subject: 'calc' });
  expect(readFilter({ from: '2026-13-45x', to: 'soon', actorId: ['a'] })).toEqual({});
});

it('counts the last day in', () => {
  const { from, to } = filterOf({ from: '2026-03-01', to: '2026-03-01' });
  expect(new Date(to ?? '').getTime() - new Date(from ?? '').getTime()).toBe(86_400_000);
  expect(filterOf({ kind: 'security' })).toEqual({ kind: 'security' });
});

it('puts new rows in front, each once', () => {
  const row = (seq: number) => ({ seq }) as LedgerRow;
  const rows = inFront([row(5), row(4), row(3)], [row(3), row(2)]);
  expect(rows.map(({ seq }) => seq)).toEqual([5, 4, 3, 2]);
});
