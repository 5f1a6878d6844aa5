/** Templates around one placeholder `{a}`, and how Python reads the value back (A the value, T its text). */
export interface Shape {
  template: string;
  read?: string;
}

const T = "v == 'p' + T + 's'";
const LITERAL = 'same(v, A)';
const BYTES = "v == b'p' + T.encode() + b's'";

/** Text of strings, numbers and booleans; lists and objects are only looked at as trees there. */
export const TEXT_SHAPES: Shape[] = [
  { template: "v = 'p{a}s'", read: T },
  { template: 'v = "p{a}s"', read: T },
  { template: "v = u'p{a}s'", read: T },
  { template: "v = '''p{a}s'''", read: T },
  { template: 'v = U"""p{a}s"""', read: T },
  { template: "v = '{a}'", read: 'v == T' },
  { template: "v = '''{a}'''", read: 'v == T' },
  { template: 'v = """{a}"""', read: 'v == T' },
  { template: "v = '{a}''z'", read: "v == T + 'z'" },
  { template: "v = '{a}''{a}'", read: 'v == T + T' },
  { template: "v = 'z''{a}''y'", read: "v == 'z' + T + 'y'" },
  { template: "v = '''{a}''''x'", read: "v == T + 'x'" },
  { template: `v = '"{a}"'`, read: `v == '"' + T + '"'` },
  { template: `v = "'{a}'"`, read: `v == "'" + T + "'"` },
  { template: String.raw`v = '\'{a}\''`, read: `v == "'" + T + "'"` },
  { template: String.raw`v = '\\{a}\\'`, read: String.raw`v == '\\' + T + '\\'` },
  { template: String.raw`v = '\{a}'`, read: String.raw`v == '\\' + T` },
  { template: String.raw`v = '\1{a}'`, read: String.raw`v == '\x01' + T` },
  { template: String.raw`v = '\12{a}'`, read: String.raw`v == '\x0a' + T` },
  { template: String.raw`v = '\x41{a}42'`, read: "v == 'A' + T + '42'" },
  { template: "v = '{{{a}}}'", read: "v == '{' + T + '}'" },
  { template: "v = '{{' '{a}' '}}'", read: "v == '{' + T + '}'" },
  { template: "v = 'p\\\n{a}\\\ns'", read: T },
  { template: "v = '''p\n{a}\ns'''", read: "v == 'p\\n' + T + '\\ns'" },
  { template: "v = ('p'\n  '{a}'\n  's')", read: T },
  { template: "v = 'p' \\\n '{a}s'", read: T },
  { template: "v = b'p{a}s'", read: BYTES },
  { template: 'v = B"p{a}s"', read: BYTES },
  { template: "v = b'''p{a}s'''", read: BYTES },
  { template: "v = r'p{a}s'", read: T },
  { template: 'v = R"p{a}s"', read: T },
  { template: "v = r'''p{a}s'''", read: T },
  { template: "v = rb'p{a}s'", read: BYTES },
  { template: "v = r'{a}'", read: 'v == T' },
  { template: String.raw`v = r'\{a}'`, read: String.raw`v == '\\' + T` },
  { template: String.raw`v = r'{a}\'x'`, read: String.raw`v == T + "\\'x"` },
  { template: "v = r'{a}''z'", read: "v == T + 'z'" },
  // Python 3.13 takes the indentation out of docstrings.
  {
    template: "def f():\n    '''{a}'''\n    return f.__doc__\nv = f()",
    read: "''.join(v.split()) == ''.join(T.split())",
  },
  { template: "'''{a}'''\nv = 1", read: 'v == 1' },
  { template: "('x' '{a}')\nv = 1", read: 'v == 1' },
  {
    template: "class C:\n    x = '{a}'\n    y = {{'k': '{a}'}}\nv = C.y['k']",
    read: 'v == T and C.x == T',
  },
  { template: "x = 'q'\nv = f'{{x}}' 'p{a}s'", read: "v == 'qp' + T + 's'" },
  { template: `v = f"{{'x'}}" '{a}'`, read: "v == 'x' + T" },
  { template: "v = 1 if'{a}'else 2", read: 'v in (1, 2)' },
];

export const CODE_SHAPES: Shape[] = [
  { template: 'v = {a}', read: LITERAL },
  { template: 'v={a}', read: LITERAL },
  { template: 'v = ({a})', read: LITERAL },
  { template: 'v = [{a}][0]', read: LITERAL },
  { template: 'v = ({a},)[0]', read: LITERAL },
  { template: "v = {{'k': {a}}}['k']", read: LITERAL },
  { template: 'def f(x={a}): return x\nv = f()', read: LITERAL },
  { template: 'v = (lambda: {a})()', read: LITERAL },
  { template: 'v = (lambda:{a})()', read: LITERAL },
  { template: 'v = {a} if True else 0', read: LITERAL },
  { template: 'v = {a}if True else 0', read: LITERAL },
  { template: 'v = 0 if False else{a}', read: LITERAL },
  { template: 'v = \\\n  {a}', read: LITERAL },
  { template: '{a}\nv = 1', read: 'v == 1' },
  { template: 'if True:\n    {a}\n    v = {a}', read: LITERAL },
  { template: 'def f():\n  return{a}\nv = f()', read: LITERAL },
  { template: 'v = {a} # {a}', read: LITERAL },
  { template: 'v = {a};x = 2', read: LITERAL },
  { template: 'v = max([{a}], key=lambda x: 1)', read: LITERAL },
  { template: 'v = {a!r}', read: LITERAL },
  { template: 'v = {a}.__class__', read: 'v is type(A)' },
  { template: 'v = not{a}', read: 'v == (not A)' },
  { template: 'v = ({a}is None)', read: 'v == (A is None)' },
  { template: 'v = {{}} == {a}', read: 'v == ({} == A)' },
  { template: 'v = [x for x in [{a}]][0]', read: LITERAL },
  { template: 'import json\nv = json.loads(json.dumps({a}))' },
  { template: 'match {a}' },
  { template: 'match {a}:\n    case {a}: v = 1', read: 'v == 1' },
  { template: 'match {a}:\n    case _:\n        v = {a}', read: LITERAL },
  { template: "v = 'p{a}s', {a}", read: 'same(v[1], A)' },
  { template: 'x: {a} = 1\nv = 1', read: 'v == 1' },
  { template: '@print\n@{a}\ndef f(): pass' },
  { template: 'x[{a}] = {a}' },
  { template: 'for x in {a}: pass' },
  { template: 'for {a} in x: pass' },
  { template: '{a} = 1' },
  { template: '[{a}, x] = 1, 2' },
  { template: '{a}, x = 1, 2' },
  { template: 'del {a}' },
  { template: 'with x as {a}: pass' },
  { template: 'f({a}=1)' },
  { template: 'def {a}(): pass' },
  { template: 'import {a}' },
  { template: 'lambda {a}: 1' },
];

export const NUMBER_SHAPES: Shape[] = [
  { template: 'v = 2-{a}', read: 'v == 2-A' },
  { template: 'v = 2-{a}-1', read: 'v == 2-A-1' },
  { template: 'v = -{a}', read: 'v == -A' },
  { template: 'v = -{a}', read: 'v == -A' },
  { template: 'v = {a}.real', read: 'v == A' },
  { template: 'v = {a} .real', read: 'v == A' },
  { template: 'v = 1+{a}*3', read: 'v == 1+A*3' },
  { template: 'v = {a}or 7', read: 'v == (A or 7)' },
  { template: 'v = 7 if{a}else 8', read: 'v == (7 if A else 8)' },
  { template: 'v = [1,2,3][:{a}] if isinstance({a}, int) else 1' },
  { template: 'v = 1e-{a}' },
];

export const COMMENT_SHAPES: Shape[] = [
  { template: '# {a}\nv = 1', read: 'v == 1' },
  { template: '#{a}\nv = 1', read: 'v == 1' },
  { template: '# cod{a}\n# coding{a}\nv = 1', read: 'v == 1' },
  { template: 'v = 1 # x {a} y {a}\n', read: 'v == 1' },
  { template: "v = 1 # '{a}'", read: 'v == 1' },
  { template: "v = '#{a}' # {a}", read: "v == '#' + T" },
  { template: 'v = [ # {a}\n 1][0]', read: 'v == 1' },
];

/** No value may get into these at all. */
export const FORMATTED_SHAPES: Shape[] = [
  { template: "a = 5\nv = f'{{a}} {a}'", read: "v == '5 5'" },
  { template: "a = 5\nv = f'{a}{{a!r:>3}}'", read: "v == '5  5'" },
  { template: "a = 5\nw = 4\nv = f'{a:{w}}|{{a:{{w}}}}'", read: "v == '   5|   5'" },
  { template: `a = 5\nv = f"{{ {{'k': a}}['k'] }}{'{a}'}"`, read: "v == '5{a}'" },
  { template: "a = 5\nv = rf'\\{{a}}' f'''{a}\n''' '{a}'" },
  { template: `a = 5\nv = f'{f"{a}"}' + fr"\\d{{a}}"`, read: "v == '5\\\\d5'" },
  { template: "a = 5\nv = f'\\N{{BULLET}}{a}\\N{BULLET}'", read: "v == '\\u20225\\u2022'" },
  { template: "a = 5\nv = f'{{{{a}}}}'", read: "v == '{a}'" },
];
