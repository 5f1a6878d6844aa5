import { RowBatch } from './row-batch';

class Table {
  readonly writes: number[][] = [];
  isAway = false;
  readonly failures: unknown[] = [];
  dropped = 0;

  readonly batch = new RowBatch<number>(
    async (rows) => {
      if (this.isAway) throw new TypeError('away');
      this.writes.push(rows);
    },
    {
      onFailure: (thrown) => void this.failures.push(thrown),
      onDropped: (rows) => void (this.dropped += rows),
    },
  );

  get rows(): number[] {
    return this.writes.flat();
  }
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('writes what was added within half a second, in one go', async () => {
  const table = new Table();
  [1, 2, 3].forEach((row) => table.batch.add(row));
  expect(table.writes).toEqual([]);
  await jest.advanceTimersByTimeAsync(500);
  expect(table.writes).toEqual([[1, 2, 3]]);
});

it('does not wait when many have come, and keeps every write small', async () => {
  const table = new Table();
  for (let i = 0; i < 1234; i += 1) table.batch.add(i);
  await table.batch.flush();
  expect(table.rows).toEqual(Array.from({ length: 1234 }, (_, i) => i));
  expect(Math.max(...table.writes.map(({ length }) => length))).toBeLessThanOrEqual(500);
});

it('keeps rows while the database is away, in order, and tries again by itself', async () => {
  const table = new Table();
  table.isAway = true;
  table.batch.add(1);
  await jest.advanceTimersByTimeAsync(500);
  table.batch.add(2);
  table.isAway = false;
  await jest.advanceTimersByTimeAsync(5_000);
  expect(table.rows).toEqual([1, 2]);
  expect(table.failures).toHaveLength(1);
});

it('never grows without end: the oldest go, and that is told once per row, without hammering the database', async () => {
  const table = new Table();
  table.isAway = true;
  for (let i = 0; i < 500; i += 1) table.batch.add(i);
  await jest.advanceTimersByTimeAsync(0);
  for (let i = 500; i < 20_010; i += 1) table.batch.add(i);
  await jest.advanceTimersByTimeAsync(0);
  expect([table.dropped, table.failures.length]).toEqual([10, 1]);
  table.isAway = false;
  await table.batch.flush();
  expect(table.rows).toHaveLength(20_000);
  expect(table.rows[0]).toBe(10);
});
