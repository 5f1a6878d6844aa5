import { conversionFault, positionalFault, readField } from './format-field';

describe('readField', () => {
  it.each([
    ['a}', { key: 'a', path: '', conversion: null, hasSpec: false, end: 2 }],
    ["'+': x}", { key: "'+'", hasSpec: true }],
    ['k:v for k in {x}}', { key: 'k', hasSpec: true, end: 17 }],
    ['a.b[0]!r:>5} z', { key: 'a', path: '.b[0]', conversion: 'r', hasSpec: true, end: 12 }],
    ['a[}]}', { key: 'a', path: '[}]' }],
    ['', { fault: "Single '{' encountered in format string" }],
    ['a', { fault: "expected '}' before end of string" }],
    ['a{', { fault: "unexpected '{' in field name" }],
    ['a!', { fault: 'end of string while looking for conversion specifier' }],
    ['a!rx', { fault: "expected ':' after conversion specifier" }],
    ['a:{', { fault: "unmatched '{' in format spec" }],
  ])('reads %j as str.format does (A-040)', (text, expected) => {
    expect(readField(text, 0)).toMatchObject(expected);
  });

  it('knows positional keys and strange conversions (A-045)', () => {
    expect(positionalFault('')).toContain('index 0');
    expect(positionalFault('12')).toContain('index 12');
    expect(positionalFault('1,2')).toBeNull();
    expect(positionalFault('9'.repeat(30))).toContain('Too many decimal digits');
    expect(conversionFault('z')).toBe('Unknown conversion specifier z');
    expect(conversionFault('é')).toBe('Unknown conversion specifier \\xe9');
  });
});
