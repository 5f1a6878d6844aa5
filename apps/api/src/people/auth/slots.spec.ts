import { SignInBusy } from './auth.errors';
import { Slots } from './slots';

/** Work that ends when the test says so. */
function piece() {
  let finish = () => {};
  const done = new Promise<void>((resolve) => (finish = resolve));
  return { work: () => done, finish };
}

const later = () => new Promise((resolve) => setImmediate(resolve));

it('runs so many at once and the next one when a place is free', async () => {
  const slots = new Slots(2, 10);
  const pieces = [piece(), piece(), piece()];
  const started: number[] = [];
  const runs = pieces.map(({ work }, i) =>
    slots.run(() => {
      started.push(i);
      return work();
    }),
  );
  await later();
  expect(started).toEqual([0, 1]);
  pieces[1]?.finish();
  await later();
  expect(started).toEqual([0, 1, 2]);
  pieces.forEach(({ finish }) => finish());
  await Promise.all(runs);
});

it('gives the place on when work fails', async () => {
  const slots = new Slots(1, 10);
  await expect(slots.run(() => Promise.reject(new TypeError('no')))).rejects.toThrow('no');
  await expect(slots.run(async () => 'yes')).resolves.toBe('yes');
});

it('turns people away when the line is long', async () => {
  const slots = new Slots(1, 1);
  const { work, finish } = piece();
  const first = slots.run(work);
  const second = slots.run(async () => 2);
  await expect(slots.run(async () => 3)).rejects.toThrow(SignInBusy);
  finish();
  await first;
  expect(await second).toBe(2);
});
