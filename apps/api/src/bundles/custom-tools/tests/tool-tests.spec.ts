import { readJson } from '../json-text';
import { reasonsAgainst } from './judgement';
import { MOST_CASES, readTests } from './tool-tests';

const read = (value: unknown) => readTests(readJson(JSON.stringify(value)));
const problemOf = (one: unknown) => read({ cases: [one] }).tests.cases[0]?.problem?.en;
const outcome = { status: 'completed', return_code: 0, output: '7\n', message: '和: 7' } as const;
const reasons = (expect: object, given: object = {}) => {
  const [one] = read({ cases: [{ name: 'a', expect }] }).tests.cases;
  return one && reasonsAgainst(one, { ...outcome, ...given }, 'en');
};

describe('tests.json', () => {
  it('is read case by case, numbers with all their digits (A-051)', () => {
    const text =
      '{"gate": true, "cases": [{"name": "big", "arguments": {"n": 12345678901234567890}}]}';
    const { tests, warnings } = readTests(readJson(text));
    expect(warnings).toEqual([]);
    expect(tests).toMatchObject({
      hasGate: true,
      cases: [{ name: 'big', argumentsText: '{"n":12345678901234567890}', problem: null }],
    });
  });

  it('counts as empty, with a warning, when it is no list of cases (A-011)', () => {
    for (const value of [[], 1, 'x', { cases: {} }, { cases: 'x' }]) {
      const { tests, warnings } = read(value);
      expect(tests.cases).toEqual([]);
      expect(warnings[0]?.en).toBe(
        'tests.json must be an object with a list of cases; it is ignored',
      );
    }
    expect(readTests(null)).toEqual({ tests: { hasGate: false, cases: [] }, warnings: [] });
    expect(read({ gate: 'yes', cases: [] }).warnings[0]?.en).toContain('gate must be');
  });

  it('keeps a case that cannot be read, so that it fails instead of being forgotten', () => {
    expect(problemOf(1)).toContain('must be objects');
    expect(problemOf({ arguments: [] })).toContain('must be objects');
    expect(problemOf({ expect: { status: 'fine' } })).toContain('status must be one of completed');
    expect(problemOf({ expect: { return_code: 1.5 } })).toContain('whole number');
    expect(problemOf({ expect: { outptu: {} } })).toBe('expect has the unknown key outptu');
    expect(problemOf({ expect: { output: { equals: 'a', contains: 'b' } } })).toContain(
      'exactly one',
    );
    expect(problemOf({ expect: { output: { matches: 1 } } })).toContain('exactly one');
    expect(problemOf({ expect: { output: { matches: '(?<=a)b' } } })).toContain(
      'not an RE2 pattern',
    );
    expect(problemOf({ expect: { output: { matches: 'a{1000}{1000}' } } })).toBeDefined();
    expect(problemOf({ expect: { message: { matches: '(a?){900}a{900}' } } })).toContain(
      'too large',
    );
    const { tests, warnings } = read({ cases: [{ name: 'odd', expect: { status: 1 } }] });
    expect(warnings[0]?.en).toContain('tests.json, odd: status must be');
    expect(reasonsAgainst(tests.cases[0]!, outcome, 'en')[0]).toContain('status must be');
  });

  it('runs a bounded number of cases and says so', () => {
    const { tests } = read({ cases: Array.from({ length: MOST_CASES + 7 }, () => ({})) });
    expect(tests.cases).toHaveLength(MOST_CASES + 1);
    expect(tests.cases.at(-1)?.problem?.en).toBe('only 200 cases are run; 7 more are left out');
  });
});

describe('a judgement', () => {
  it('passes when all that is expected holds; the last line break of print does not matter', () => {
    expect(
      reasons({
        status: 'completed',
        return_code: 0,
        output: { equals: '7' },
        message: { matches: '^和: \\d+$' },
      }),
    ).toEqual([]);
    expect(reasons({ output: { equals: '7\n' } })).toEqual([]);
    expect(reasons({})).toEqual([]);
  });

  it('names each expectation that does not hold, with what was found', () => {
    expect(
      reasons(
        {
          status: 'error',
          return_code: 1,
          output: { contains: '8' },
          message: { matches: '^x' },
        },
        { return_code: null },
      ),
    ).toEqual([
      'status is completed and not error',
      'return_code is null and not 1',
      'output does not contain "8": "7\\n"',
      'message does not match "^x": "和: 7"',
    ]);
    expect(reasons({ output: { equals: 'a' } }, { output: '😀'.repeat(500) })?.[0]).toMatch(
      /^output is "(😀){120}"… and not "a"$/u,
    );
  });

  it('takes no longer for a hostile pattern (RE2)', () => {
    expect(
      reasons({ output: { matches: '^(a+)+$' } }, { output: `${'a'.repeat(10_000)}!` }),
    ).toHaveLength(1);
  });
});
