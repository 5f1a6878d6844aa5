import { readJson } from '../json-text';
import { readRedactions, redacted } from './redaction';

const read = (value: unknown) => readRedactions(readJson(JSON.stringify(value)));

describe('redact of return.json', () => {
  it('replaces plain text and every match of a pattern, in order', () => {
    const { redactions } = read([
      'internal.example.org',
      { pattern: '\\b[0-9]{16}\\b', with: '[card]' },
      { text: '[card]', with: '(none)' },
    ]);
    expect(redacted('at internal.example.org: 4111111111111111', redactions)).toBe(
      'at ***: (none)',
    );
  });

  it('takes the replacement as it stands', () => {
    const { redactions } = read([
      { pattern: '(a)(b)', with: '$1\\$2' },
      { text: 'x', with: '$&' },
    ]);
    expect(redacted('ab x', redactions)).toBe('$1\\$2 $&');
  });

  it.each([
    [{ pattern: '(' }, /RE2/],
    [{ pattern: '(?=look)' }, /RE2/],
    [{ text: 'a', pattern: 'b' }, /redact\[0\]/],
    [7, /redact\[0\]/],
    ['', /redact\[0\]/],
    [{ text: 'a', with: 1 }, /redact\[0\]/],
  ])('reports %j and leaves it out', (entry, reason) => {
    const { redactions, problems } = read([entry]);
    expect(redactions).toEqual([]);
    expect(problems.map(({ en }) => en).join()).toMatch(reason);
  });

  it('takes ten patterns, because each costs time', () => {
    const { redactions, problems } = read(Array.from({ length: 12 }, () => ({ pattern: 'a+' })));
    expect(redactions).toHaveLength(10);
    expect(problems).toHaveLength(1);
  });
});
