import {
  barsOf,
  canBePie,
  type ChartView,
  heightOf,
  labelStep,
  linesOf,
  scaleOf,
  slicesOf,
} from './chart-shapes';

const chart = (values: (number | null)[][], labels = values[0]?.map((_, at) => `l${at}`) ?? []) =>
  ({
    type: 'chart',
    chart: 'bar',
    title: '',
    labels,
    series: values.map((one, at) => ({ name: `s${at}`, values: one })),
  }) satisfies ChartView;

describe('a scale', () => {
  it.each([
    [[[3, 7, 12]], [0, 2.5, 5, 7.5, 10, 12.5]],
    [[[-4, 6]], [-4, -2, 0, 2, 4, 6]],
    [[[0.1, 0.3]], [0, 0.1, 0.2, 0.3]],
    [[[1e9]], [0, 2e8, 4e8, 6e8, 8e8, 1e9]],
    [[[-5, -1]], [-5, -4, -3, -2, -1, 0]],
  ])('of %j has round numbers and zero', (values, ticks) => {
    expect(scaleOf(chart(values)).ticks).toEqual(ticks);
  });

  it('has a height even of nothing', () => {
    for (const values of [[], [[]], [[null]], [[0, 0]]]) {
      const { min, max, ticks } = scaleOf(chart(values));
      expect(max).toBeGreaterThan(min);
      expect(ticks.every(Number.isFinite)).toBe(true);
    }
  });
});

describe('bars', () => {
  it('stand on zero, hang below it, and leave out what is missing', () => {
    const view = chart([[4, null, -2]]);
    const scale = scaleOf(view);
    const bars = barsOf(view, scale);
    const ground = heightOf(0, scale);
    expect(bars.map(({ label }) => label)).toEqual([0, 2]);
    expect(bars[0]!.y + bars[0]!.height).toBeCloseTo(ground);
    expect(bars[1]!.y).toBeCloseTo(ground);
  });

  it('of several series stand side by side within their place', () => {
    const view = chart([
      [1, 2],
      [3, 4],
    ]);
    const bars = barsOf(view, scaleOf(view));
    expect(bars).toHaveLength(4);
    expect(Math.max(...bars.map(({ x, width }) => x + width))).toBeLessThan(1);
    expect(bars[2]!.x).toBeCloseTo(bars[0]!.x + bars[0]!.width);
  });
});

it('a line has a gap where a value is missing', () => {
  const view = chart([[1, null, 3, 4]]);
  const [pieces] = linesOf(view, scaleOf(view));
  expect(pieces!.map((piece) => piece.map(({ value }) => value))).toEqual([[1], [3, 4]]);
});

describe('a pie', () => {
  it('shows parts of one whole only', () => {
    expect(canBePie(chart([[1, 2, null]]))).toBe(true);
    for (const values of [[[1, -1]], [[0, 0]], [[1], [2]], []]) {
      expect(canBePie(chart(values))).toBe(false);
    }
  });

  it('puts the small parts together, so that the shares are still all of it', () => {
    const slices = slicesOf(chart([Array.from({ length: 20 }, (_, at) => at)]));
    expect(slices).toHaveLength(8);
    expect(slices.at(-1)!.label).toBeNull();
    expect(slices.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  });

  it('draws a single part as a full circle', () => {
    expect(slicesOf(chart([[5]]))[0]!.path).not.toContain('L');
  });
});

it('labels are thinned to what fits', () => {
  expect(labelStep(5, 600, 60)).toBe(1);
  expect(labelStep(100, 600, 60)).toBe(10);
  expect(labelStep(0, 0, 60)).toBe(1);
});
