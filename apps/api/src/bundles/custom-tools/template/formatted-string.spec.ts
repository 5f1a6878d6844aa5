import { copyFormattedString } from './formatted-string';
import { literalKind } from './python-words';

/** The body of an f-string as it will run, and what is left behind it. */
function copied(source: string): [string, string] {
  const quoteAt = source.search(/['"]/);
  const kind = literalKind(source.slice(0, quoteAt), source, quoteAt);
  const { copy, end } = copyFormattedString(source, quoteAt + (kind.isTriple ? 3 : 1), kind);
  return [source.slice(0, quoteAt + (kind.isTriple ? 3 : 1)) + copy, source.slice(end)];
}

describe('copyFormattedString', () => {
  it.each([
    ["f'{x}'", "f'{x}'"],
    ["f'{{x}}'", "f'{x}'"],
    ["f'{x:{w}}'", "f'{x:{w}}'"],
    ["f'{{x:{{w}}}}'", "f'{x:{w}}'"],
    ["f'{{x:{w}}}'", "f'{x:{w}}'"],
    ["f'{{{{x}}}}'", "f'{{x}}'"],
    ["f'{ {{1: 2}}[1] }'", "f'{ {1: 2}[1] }'"],
    ['f\'{d["}"]}\'', 'f\'{d["}"]}\''],
    ['f\'{"{{"}\'', 'f\'{"{{"}\''],
    ['f\'{{"{{"}}\'', 'f\'{"{"}\''],
    ["f'\\N{{BULLET}}{x}'", "f'\\N{BULLET}{x}'"],
    ["f'\\N{BULLET}'", "f'\\N{BULLET}'"],
    ["rf'\\{x}'", "rf'\\{x}'"],
    ["f'''{x}\n'{{y}}''''", "f'''{x}\n'{y}'''"],
  ])('copies %s as %s (A-052)', (source, expected) => {
    expect(copied(source)[0]).toBe(expected);
  });

  it.each([
    ["f'{x['a']}'{a}", '{a}'],
    ["f'{f'{f'{1}'}'}'{a}", '{a}'],
    ["f'{x!r:>{w}}'{a}", '{a}'],
    ["f'{x != 1}'{a}", '{a}'],
    ["f'{(lambda y: y)(1)}'{a}", '{a}'],
    ["f'{x:%H:%M}'{a}", '{a}'],
    ["f'{x # it's\n}'{a}", '{a}'],
    ["f'{x:5\n}'{a}", '{a}'],
    ["f'\\'{x}'{a}", '{a}'],
    ["rf'\\'{x}'{a}", '{a}'],
    ["f'{x}\nf", '\nf'],
  ])('sees the end of %s where Python 3.12 does', (source, rest) => {
    expect(copied(source)[1]).toBe(rest);
  });
});
