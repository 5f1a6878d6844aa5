import { splitBySpots } from './code-parts';

describe('a rendered script', () => {
  it('is cut where values stand', () => {
    expect(splitBySpots('a = 1\nb = 2\n', [{ from: 4, to: 5, parameter: 'a' }])).toEqual([
      [
        { text: 'a = ', parameter: null },
        { text: '1', parameter: 'a' },
      ],
      [{ text: 'b = 2', parameter: null }],
    ]);
  });

  it('marks a value of several lines on each of them', () => {
    const lines = splitBySpots('x = [1,\n2]', [{ from: 4, to: 10, parameter: 'x' }]);
    expect(lines.map((line) => line.at(-1)?.parameter)).toEqual(['x', 'x']);
  });

  it('survives spots that overlap or lie outside', () => {
    const spots = [
      { from: 0, to: 2, parameter: 'a' },
      { from: 1, to: 3, parameter: 'b' },
      { from: 3, to: 99, parameter: 'c' },
    ];
    expect(splitBySpots('abcd', spots)).toEqual([
      [
        { text: 'ab', parameter: 'a' },
        { text: 'cd', parameter: null },
      ],
    ]);
  });
});
