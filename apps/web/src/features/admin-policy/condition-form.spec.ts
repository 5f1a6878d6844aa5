import type { PolicyCondition } from '@contract/policy';
import { conditionOf, problemOf, rowOf, type ConditionRow } from './condition-form';

const at = { type: 'argument', pointer: '/path' } as const;
const CONDITIONS: PolicyCondition[] = [
  { ...at, operator: 'equals', value: 'root' },
  { ...at, operator: 'equals', value: '5' },
  { ...at, operator: 'equals', value: 5 },
  { ...at, operator: 'equals', value: null },
  { ...at, operator: 'equals', value: '' },
  { ...at, operator: 'one_of', value: ['a', 1, true, 'true', null] },
  { ...at, operator: 'prefix', value: '/etc/' },
  { ...at, operator: 'pattern', value: '^"x' },
  { type: 'after_untrusted' },
];

it.each(CONDITIONS)('reads %j back as it was', (condition) => {
  expect(conditionOf(rowOf(condition, 1))).toEqual(condition);
});

it('takes a name for a pointer', () => {
  const row: ConditionRow = { id: 1, operator: 'equals', pointer: ' path ', value: 'x' };
  expect(conditionOf(row)).toEqual({ ...at, operator: 'equals', value: 'x' });
});

it('says what is missing', () => {
  const row: ConditionRow = { id: 1, operator: 'prefix', pointer: '', value: '' };
  expect(problemOf(row)).toBe('pointer');
  expect(problemOf({ ...row, pointer: 'a' })).toBe('value');
  expect(problemOf({ ...row, pointer: 'a', operator: 'equals' })).toBeNull();
  expect(problemOf({ ...row, operator: 'after_untrusted' })).toBeNull();
});
