import { Template } from '../template/template';
import { applied } from './json-findings';
import { templateFindings } from './template-findings';

const NAMES = ['a', 'b', 'text', 'op'];
const rules = (text: string) => templateFindings(text, NAMES).found.map(({ rule }) => rule);
/** The text after every repair on offer. */
const repaired = (text: string): string =>
  applied(
    text,
    templateFindings(text, NAMES)
      .found.flatMap(({ repair }) => repair?.edits ?? [])
      .toSorted((one, other) => one.from - other.from),
  );

describe('templateFindings', () => {
  it.each([
    ["ops = {'+': 1}", "ops = {{'+': 1}}"],
    ['x = {1, 2}', 'x = {{1, 2}}'],
    ['x = {}', 'x = {{}}'],
    ['x = {0}', 'x = {{0}}'],
    ['x = {k: v for k, v in y}', 'x = {{k: v for k, v in y}}'],
    ['x = {a: 1}', 'x = {{a: 1}}'],
    ["x = {'a': {'b': {1: 2}}}", "x = {{'a': {{'b': {{1: 2}}}}}}"],
    ["x = {'a': {a}, 'b': '{b}'}", "x = {{'a': {a}, 'b': '{b}'}}"],
    ["x = {'a': {{'b': 1}}}", "x = {{'a': {{'b': 1}}}}"],
    ["x = {'}': '{{', # }\n 'b': 1}", "x = {{'}}': '{{', # }}\n 'b': 1}}"],
    ["x = {'k': f'{v} }}'}", "x = {{'k': f'{v} }}'}}"],
    ["x = {\n  'k': r'\\d',\n  **{2: 3},\n}", "x = {{\n  'k': r'\\d',\n  **{{2: 3}},\n}}"],
    ['y = 1\nx = {y}', 'y = 1\nx = {{y}}'],
    ['x = {1}\ny = {2}', 'x = {{1}}\ny = {{2}}'],
    [`x = '{"k": {"n": 1}}'`, `x = '{{"k": {{"n": 1}}}}'`],
    ["print('{')", "print('{{')"],
    ["print('}')", "print('}}')"],
    ["print('{}'.format(1))", "print('{{}}'.format(1))"],
    ["print('{n} {m}'.format(n=1, m=2))", "print('{{n}} {{m}}'.format(n=1, m=2))"],
    ["re.compile('a{2,3}')", "re.compile('a{{2,3}}')"],
    ['# {1: 2}', '# {{1: 2}}'],
  ])('doubles the braces of %j, exactly them (A-042, A-106)', (text, expected) => {
    expect(rules(text).every((rule) => rule === 'unescaped_braces')).toBe(true);
    expect(repaired(text)).toBe(expected);
    expect(() => Template.read(repaired(text), NAMES)).not.toThrow();
  });

  it.each([
    ['x = {txt}', 'x = {text}'],
    ["x = '{Text}'", "x = '{text}'"],
    ["x = '{tetx!r}'", "x = '{text!r}'"],
    ["'{nowhere}'", "'{nowhere}'"],
    ['x = {other}', 'x = {other}'],
  ])('knows an undeclared name in %j and what may be meant', (text, expected) => {
    expect(rules(text)).toEqual(['undeclared_placeholder']);
    expect(repaired(text)).toBe(expected);
  });

  it.each([
    ["'{a:>5}'", "'{a}'"],
    ['x = {a!a}', 'x = {a!r}'],
    ["'{a!x}'", "'{a}'"],
    ['x = {a.real}', 'x = {a}.real'],
    ["x = {a[0]['k']}", "x = {a}[0]['k']"],
    ["'{a.__class__}'", "'{a.__class__}'"],
  ])('refuses what a placeholder may not have in %j (A-055)', (text, expected) => {
    expect(rules(text)).toEqual(['bad_placeholder']);
    expect(repaired(text)).toBe(expected);
  });

  it.each(['x{a}', '{a}{b}', "'b'{a}", "{a} 'b'", "'\\x4{a}'", "'\\N{{{a}}}'", 'print {a}'])(
    'names the unsafe place in %s (A-054)',
    (text) => expect(rules(text)).toEqual(['unsafe_context']),
  );

  it('finds all faults, each with its place and none because of another', () => {
    const text = "x = {'k': 1}\ny = '{nope}'\nz = {a:>3}\nx{b}\nprint({txt})\n# }";
    const { found, used } = templateFindings(text, NAMES);
    expect(found.map(({ rule, from, to }) => [rule, text.slice(from, to)])).toEqual([
      ['unescaped_braces', "{'k': 1}"],
      ['undeclared_placeholder', '{nope}'],
      ['unescaped_braces', '{a:>3}'],
      ['unsafe_context', '{b}'],
      ['undeclared_placeholder', '{txt}'],
      ['unescaped_braces', '}'],
    ]);
    expect(used).toEqual(new Set());
  });

  it('offers nothing where doubling would only move the fault', () => {
    expect(templateFindings('x = {\n', NAMES).found).toMatchObject([
      { rule: 'unescaped_braces', repair: null },
    ]);
  });

  it('comes to an end on a large file that is nothing but faults', () => {
    expect(templateFindings('{'.repeat(1_000_001), NAMES).found.length).toBeLessThanOrEqual(100);
    expect(templateFindings("{'k': {1}} ".repeat(50_000), NAMES).found).not.toEqual([]);
  });
});
