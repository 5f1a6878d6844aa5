import type { TryResult } from '@contract/workshop';
import {
  caseOfForm,
  emptyForm,
  formOfCase,
  formOfRun,
  freeName,
  readTests,
  withCase,
  withoutCase,
  writeTests,
} from './test-cases';

describe('tests.json', () => {
  it('may be absent or empty, and says when it cannot be read', () => {
    expect(readTests(undefined)).toEqual({ cases: [] });
    expect(readTests(' ')).toEqual({ cases: [] });
    expect(readTests('{"gate": true}')).toEqual({ gate: true, cases: [] });
    for (const text of ['{', '[]', '{"cases": 3}']) expect(readTests(text)).toBeNull();
  });

  it('keeps keys it does not know and every digit (A-051)', () => {
    const text =
      '{"gate":true,"x":1,"cases":[{"name":"a","arguments":{"n":12345678901234567890}}]}';
    const written = writeTests(readTests(text)!);
    expect(written).toContain('12345678901234567890');
    expect(written).toContain('"x": 1');
  });

  it('gains, changes and loses cases', () => {
    const one = { name: 'a', arguments: {}, expect: {} };
    const two = { ...one, name: 'b' };
    const tests = withCase(withCase({ cases: [] }, null, one), null, two);
    expect(tests.cases.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(withCase(tests, 0, two).cases.map(({ name }) => name)).toEqual(['b', 'b']);
    expect(withoutCase(tests, 0).cases).toEqual([two]);
    expect([freeName(tests, 'a'), freeName(tests, 'c')]).toEqual(['a 2', 'c']);
  });
});

describe('a case as a form', () => {
  it('comes back as it was', () => {
    const one = {
      name: 'sums',
      arguments: { a: 1 },
      expect: { status: 'completed' as const, return_code: 0, output: { contains: '3' } },
    };
    expect(caseOfForm(formOfCase(one))).toEqual(one);
    expect(caseOfForm(formOfCase({ name: 'x', arguments: {}, expect: {} }))).toEqual({
      name: 'x',
      arguments: {},
      expect: {},
    });
  });

  it('asks a kept run to end and print as it did', () => {
    const run = { status: 'error', return_code: 3, output: 'boom\n' } as TryResult;
    expect(caseOfForm(formOfRun('fails', '{"a": 1}', run))).toEqual({
      name: 'fails',
      arguments: { a: 1 },
      expect: { status: 'error', return_code: 3, output: { equals: 'boom\n' } },
    });
  });

  it('is no case while the arguments are no object', () => {
    expect(caseOfForm(emptyForm('x', '[1]'))).toBeNull();
  });
});
