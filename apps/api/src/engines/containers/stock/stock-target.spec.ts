import { StockTarget } from './stock-target';

const at = (seconds: number) => new Date(1_000_000_000_000 + seconds * 1000);

describe('StockTarget', () => {
  it('keeps the least when quiet', () => {
    expect(new StockTarget(2, 8).at(at(0))).toBe(2);
  });

  it('keeps as many as came within two seconds, up to the most', () => {
    const target = new StockTarget(2, 8);
    for (const second of [0, 0, 1, 1, 1, 9]) target.note(at(second));
    expect(target.at(at(10))).toBe(5);

    for (let i = 0; i < 20; i++) target.note(at(20));
    expect(target.at(at(21))).toBe(8);
  });

  it('forgets a burst after a minute', () => {
    const target = new StockTarget(1, 8);
    for (let i = 0; i < 6; i++) target.note(at(0));
    expect(target.at(at(60))).toBe(6);
    expect(target.at(at(61))).toBe(1);
  });
});
