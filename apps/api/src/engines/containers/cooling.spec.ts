import { Cooling } from './cooling';

function setUp() {
  let time = 1_000;
  const cooling = new Cooling(500, () => time);
  return { cooling, pass: (ms: number) => void (time += ms) };
}

describe('Cooling', () => {
  it('pauses who hits limits twice as long each time, up to a bound (S-32)', () => {
    const { cooling } = setUp();
    const pauses = Array.from({ length: 7 }, () => {
      cooling.note('ada');
      return cooling.remainingMs('ada');
    });
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 4_000, 4_000, 4_000]);
    expect(cooling.remainingMs('ben')).toBe(0);
  });

  it('forgets after a minute without a limit', () => {
    const { cooling, pass } = setUp();
    cooling.note('ada');
    pass(60_499);
    cooling.note('ada');
    expect(cooling.remainingMs('ada')).toBe(1_000);
    pass(61_000);
    cooling.note('ada');
    expect(cooling.remainingMs('ada')).toBe(500);
  });
});
