import { readJson } from '../json-text';
import { Template } from './template';
import { MissingParameter, type TemplateNotRendered } from './template.errors';

const render = (
  source: string,
  values: Record<string, string> = {},
  declared = Object.keys(values),
) =>
  Template.read(source, declared).render(
    new Map(Object.entries(values).map(([name, json]) => [name, readJson(json)])),
  );
const reason = (source: string, values: Record<string, string> = { a: '1' }): string => {
  try {
    return `rendered: ${render(source, values)}`;
  } catch (thrown) {
    return (thrown as TemplateNotRendered).text.en;
  }
};

describe('Template', () => {
  it('puts numbers as they were written and keeps a negative one whole (A-046, A-051)', () => {
    expect(render('x = {a}', { a: '9007199254740993' })).toBe('x = 9007199254740993');
    expect(render('x = {a}', { a: '1.50' })).toBe('x = 1.50');
    expect(render('x = 2-{a}', { a: '-1' })).toBe('x = 2-(-1)');
    expect(render('x = -{a}**2', { a: '3' })).toBe('x = -(3)**2');
    expect(render('x = {a}.real', { a: '3' })).toBe('x = (3).real');
    expect(render('return{a}', { a: 'true' })).toBe('return(True)');
  });

  it('renders a quote, a backslash and a line break as data (A-049)', () => {
    expect(render("x = '{a}'", { a: JSON.stringify("it's \\ \n") })).toBe("x = 'it\\'s \\\\ \\n'");
    expect(render('x = "{a}"', { a: JSON.stringify("it's") })).toBe('x = "it\'s"');
    expect(render("x = '''{a}'''", { a: JSON.stringify("'''") })).toBe("x = '''\\'\\'\\''''");
  });

  it('makes invisible and misleading characters visible in the source', () => {
    const value = JSON.stringify('\u0000\u2028\u202e\ud800');
    expect(render("x = '{a}'", { a: value })).toBe("x = '\\x00\\u2028\\u202e\\ud800'");
  });

  it('renders nothing in text and None in code for what is absent (A-049, A-050)', () => {
    expect(render("'{a}' + {a} # {a}", {}, ['a'])).toBe("'' + None # ");
  });

  it('keeps two quotes of an empty value from joining a third', () => {
    expect(render("'{a}''b'", { a: '""' })).toBe("'' 'b'");
  });

  it('halves doubled braces everywhere (A-041)', () => {
    expect(render("x = {{'{{': 1}} # }}")).toBe("x = {'{': 1} # }");
  });

  it('lets a backslash neither take hold of a value nor be completed by it', () => {
    expect(render("'\\{a}'", { a: '"n"' })).toBe("'\\\\n'");
    expect(render("'\\1{a}'", { a: '"2"' })).toBe("'\\0012'");
    expect(reason("'\\x4{a}'")).toContain('escape sequence');
    expect(reason("'\\N{{{a}}}'")).toContain('escape sequence');
  });

  it('refuses by name what a raw string or bytes cannot hold (A-054)', () => {
    expect(render("r'{a}'", { a: '"a\\\\b"' })).toBe("r'a\\b'");
    for (const value of ["it's", 'a\nb', 'ends\\']) {
      expect(reason("r'{a}'", { a: JSON.stringify(value) })).toMatch(
        /^Template rendering failed: parameter a: /,
      );
    }
    expect(render("b'{a}'", { a: '"é"' })).toBe("b'\\xc3\\xa9'");
    expect(reason("rb'{a}'", { a: '"é"' })).toContain('ASCII');
    expect(reason("b'{a}'", { a: '"\\ud800"' })).toContain('surrogate');
  });

  it('keeps a comment on its line and hides no encoding in it (A-054)', () => {
    expect(render('# {a}\n', { a: '"x\\ny"' })).toBe('# x y\n');
    expect(render('# {a}', { a: '"coding: utf-7"' })).toBe('# coding : utf-7');
    expect(render('# cod{a}', { a: '"ing=utf-7"' })).toBe('# coding =utf-7');
  });

  it.each([
    'x{a}',
    '{a}x',
    '1{a}',
    '{a}{a}',
    'x.{a}',
    "'b'{a}",
    "{a}'b'",
    "{a} f'b'",
    'print {a}',
    'f() {a}',
  ])('refuses %s for every value: it could glue', (source) =>
    expect(reason(source)).toMatch(/^Template rendering failed: a placeholder/),
  );

  it.each([
    '[{a}]',
    'f({a})',
    'not {a}',
    'x if {a} else 1',
    'match {a}:',
    '(1,\n{a})',
    'x\n{a}',
    'x; {a}',
    '{a} in y',
    '{a}if 1 else 2',
  ])('allows %s', (source) => expect(reason(source)).toMatch(/^rendered/));

  it('refuses an empty list where Python would assign to it', () => {
    for (const source of [
      '{a} = 1',
      'for {a} in x: pass',
      'del {a}',
      'with x as {a}: pass',
      '{a}, b = x',
    ]) {
      expect(reason(source, { a: '[[]]' })).toContain('not for something that gets one');
    }
    expect(render('x = {a}', { a: '[]' })).toBe('x = []');
    expect(render('if {a}: x = 1', { a: '[]' })).toBe('if []: x = 1');
    expect(render('for x in {a}: y = 1', { a: '[]' })).toBe('for x in []: y = 1');
  });

  it('treats all values alike after a soft keyword', () => {
    expect(render('match {a}:', { a: '[1]' })).toBe('match ([1]):');
    expect(render('match {a}:', { a: '-1' })).toBe('match (-1):');
  });

  it('keeps half of a surrogate pair out of docstrings, which Python 3.13 would not compile', () => {
    for (const source of ["'{a}'", "def f():\n  '''{a}'''", "def f(): ('x' '{a}')", '{a}']) {
      expect(reason(source, { a: '"\\ud800"' })).toContain('docstring');
    }
    expect(reason("f('{a}')", { a: '"\\ud800"' })).toMatch(/^rendered/);
  });

  it('expands nothing a second time (S-33)', () => {
    expect(render("'{a}' '{b}'", { a: '"{b}"', b: '"{a}"' })).toBe("'{b}' '{a}'");
  });

  it('names the line of a placeholder nobody declared (A-106)', () => {
    try {
      render("import os\n\nops = {'+': 1}");
      throw new Error('rendered');
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(MissingParameter);
      expect(thrown).toMatchObject({ parameter: "'+'", line: 3, canRetry: false });
    }
  });

  it('reads any line ending as Python does and adds no lines (A-107)', () => {
    expect(render("\ufeffx = 1\r\n# {a}\ry = '{a}'", { a: '"1\\n2"' })).toBe(
      "x = 1\n# 1 2\ny = '1\\n2'",
    );
  });

  it('gives repr() for !r and the text for !s (A-055)', () => {
    expect(render("'{a!r}' '{a!s}', {a!r}", { a: '"x"' })).toBe("'\\'x\\'' 'x', 'x'");
    expect(reason("'{a!a}'")).toContain('!a');
  });
});
