import { bucketsOf, spanOf } from './health';

const NOW = new Date('2026-03-05T08:41:00.000Z');

it('looks at whole hours for a day and at whole days for more, the present one included', () => {
  expect(spanOf(1, NOW)).toEqual({
    unit: 'hour',
    count: 24,
    from: new Date('2026-03-04T09:00:00.000Z'),
  });
  expect(spanOf(7, NOW)).toEqual({
    unit: 'day',
    count: 7,
    from: new Date('2026-02-27T00:00:00.000Z'),
  });
  expect(spanOf(30, NOW).from).toEqual(new Date('2026-02-04T00:00:00.000Z'));
});

it('leaves no gap where nobody called', () => {
  const at = new Date('2026-03-01T00:00:00.000Z');
  const buckets = bucketsOf(spanOf(7, NOW), [{ toolId: 'x', at, calls: 5, failures: 2 }]);
  expect(buckets).toHaveLength(7);
  expect(buckets[0]).toEqual({ at: '2026-02-27T00:00:00.000Z', calls: 0, failures: 0 });
  expect(buckets[2]).toEqual({ at: at.toISOString(), calls: 5, failures: 2 });
  expect(buckets.at(-1)?.at).toBe('2026-03-05T00:00:00.000Z');
});
