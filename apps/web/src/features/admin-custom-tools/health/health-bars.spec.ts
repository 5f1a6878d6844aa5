import { healthBars } from './health-bars';

const bucket = (calls: number, failures = 0) => ({ at: '2026-01-01', calls, failures });

describe('the bars of a health chart', () => {
  it('stand side by side, the tallest as high as the chart', () => {
    const bars = healthBars([bucket(5), bucket(10, 5), bucket(0)]);
    expect(bars.map(({ callsHeight }) => callsHeight)).toEqual([0.5, 1, 0]);
    expect(bars[1]?.failuresHeight).toBe(0.5);
    expect(bars[2]!.x + bars[2]!.width).toBeLessThan(1);
    expect(bars[0]!.x + bars[0]!.width).toBeLessThan(bars[1]!.x);
  });

  it('show one failure among thousands of calls', () => {
    expect(healthBars([bucket(5000, 1)])[0]?.failuresHeight).toBe(0.06);
  });

  it('are flat where nothing was called', () => {
    expect(healthBars([bucket(0)])[0]).toMatchObject({ callsHeight: 0, failuresHeight: 0 });
    expect(healthBars([])).toEqual([]);
  });
});
