import type { JsonScalar, PolicyCondition } from '@contract/policy';

export type Operator = 'equals' | 'one_of' | 'prefix' | 'pattern' | 'after_untrusted';

/** A condition while it is typed. */
export interface ConditionRow {
  id: number;
  operator: Operator;
  pointer: string;
  value: string;
}

export type ConditionProblem = 'pointer' | 'value';

/** `/path` for who writes `path`. */
const pointerOf = (text: string): string => {
  const trimmed = text.trim();
  return trimmed === '' || trimmed.startsWith('/') ? trimmed : `/${trimmed}`;
};

/** JSON where it is some, else the text itself: `5` is a number, `root` a word, `"5"` the text 5. */
function scalarOf(text: string): JsonScalar {
  const trimmed = text.trim();
  try {
    const value: unknown = JSON.parse(trimmed);
    return typeof value === 'object' && value !== null ? trimmed : (value as JsonScalar);
  } catch {
    return trimmed;
  }
}

const textOf = (value: JsonScalar): string =>
  typeof value === 'string' && scalarOf(value) === value ? value : JSON.stringify(value);

export const rowOf = (condition: PolicyCondition, id: number): ConditionRow => {
  if (condition.type === 'after_untrusted') {
    return { id, operator: 'after_untrusted', pointer: '', value: '' };
  }
  const { operator, pointer, value } = condition;
  if (operator === 'one_of') return { id, operator, pointer, value: value.map(textOf).join('\n') };
  return { id, operator, pointer, value: operator === 'equals' ? textOf(value) : value };
};

export function conditionOf({ operator, pointer, value }: ConditionRow): PolicyCondition {
  if (operator === 'after_untrusted') return { type: 'after_untrusted' };
  const head = { type: 'argument' as const, pointer: pointerOf(pointer) };
  if (operator === 'equals') return { ...head, operator, value: scalarOf(value) };
  if (operator !== 'one_of') return { ...head, operator, value };
  const lines = value.split('\n').filter((line) => line.trim() !== '');
  return { ...head, operator, value: lines.map(scalarOf) };
}

export function problemOf({ operator, pointer, value }: ConditionRow): ConditionProblem | null {
  if (operator === 'after_untrusted') return null;
  if (pointerOf(pointer).length < 2) return 'pointer';
  return value.trim() === '' && operator !== 'equals' ? 'value' : null;
}
