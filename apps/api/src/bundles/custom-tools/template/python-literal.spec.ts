import { readJson } from '../json-text';
import { escapeBytes, pythonLiteral, pythonRepr, pythonText } from './python-literal';

describe('Python literals', () => {
  it.each([
    ["'+'", `"'+'"`],
    ['b', "'b'"],
    [`'"`, `'\\'"'`],
    ['\u3000\u00a0é🙂\u007f', "'\\u3000\\xa0é🙂\\x7f'"],
  ])('quotes %j as repr() does (A-043)', (text, expected) => {
    expect(pythonRepr(text)).toBe(expected);
  });

  it('writes every kind of value (A-050)', () => {
    const value = readJson('{"l": [1, -2, 1E5, null, true], "__proto__": {"2": "x", "1": ""}}');
    expect(pythonLiteral(value)).toBe(
      "{'l': [1, -2, 1E5, None, True], '__proto__': {'2': 'x', '1': ''}}",
    );
    expect(pythonText(value)).toBe(pythonLiteral(value));
    expect(pythonText(null)).toBe('');
    expect(pythonLiteral(readJson('-0.0'))).toBe('(-0.0)');
  });

  it('writes bytes as ASCII (A-054)', () => {
    expect(escapeBytes("'é\n\\", "'")).toBe("\\'\\xc3\\xa9\\x0a\\\\");
  });
});
