import type { JsonScalar, PolicyCondition } from '@/contract/policy';
import { readPattern, type Pattern } from './pattern';

/** Matching takes time in proportion to the text; a longer value counts as unreadable. */
const LONGEST_VALUE = 10_000;

/** What a condition may look at. Null: not known, because the arguments are no JSON, or nobody has made a call yet. */
export interface CallFacts {
  arguments: Readonly<Record<string, unknown>> | null;
  afterUntrusted: boolean | null;
}

/** Null: it cannot be read. */
type Verdict = boolean | null;

export type ReadyCondition = (facts: CallFacts) => Verdict;

/** A condition ready to be asked many times. A pattern that does not compile can never be read. */
export function readyCondition(condition: PolicyCondition): ReadyCondition {
  if (condition.type === 'after_untrusted') return ({ afterUntrusted }) => afterUntrusted;
  const path = pointerPath(condition.pointer);
  const holds = scalarTest(condition);
  return (facts) => {
    const value = path === null ? undefined : valueAt(facts.arguments, path);
    return isScalar(value) ? holds(value) : null;
  };
}

function scalarTest(
  condition: Extract<PolicyCondition, { type: 'argument' }>,
): (value: JsonScalar) => Verdict {
  switch (condition.operator) {
    case 'equals':
      return (value) => isSame(value, condition.value);
    case 'one_of':
      return (value) => isOneOf(value, condition.value);
    case 'prefix':
      return (value) => (typeof value === 'string' ? value.startsWith(condition.value) : null);
    case 'pattern': {
      const read = readPattern(condition.value);
      return 'pattern' in read ? (value) => isFound(read.pattern, value) : () => null;
    }
  }
}

/** Tools may turn `"5"` into 5, so a value of another type is neither equal nor different: it cannot be read. */
const isSame = (value: JsonScalar, wanted: JsonScalar): Verdict =>
  typeOf(value) === typeOf(wanted) ? value === wanted : null;

function isOneOf(value: JsonScalar, wanted: readonly JsonScalar[]): Verdict {
  const verdicts = wanted.map((one) => isSame(value, one));
  if (verdicts.includes(true)) return true;
  return verdicts.includes(null) ? null : false;
}

const isFound = (pattern: Pattern, value: JsonScalar): Verdict =>
  typeof value === 'string' && value.length <= LONGEST_VALUE ? pattern.matcher(value).find() : null;

const typeOf = (value: JsonScalar): string => (value === null ? 'null' : typeof value);

const isScalar = (value: unknown): value is JsonScalar =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** RFC 6901: `/` between names, `~1` for a slash and `~0` for a tilde in them. Null when it is none. */
export function pointerPath(pointer: string): string[] | null {
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return null;
  return pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      return undefined;
    if (Array.isArray(value) && !/^(0|[1-9]\d*)$/.test(name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
