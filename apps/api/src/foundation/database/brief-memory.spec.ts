import { BriefMemory } from './brief-memory';

function setUp() {
  let time = 5_000;
  let stored = 'old';
  let isAway = false;
  let questions = 0;
  const ask = async () => {
    questions += 1;
    if (isAway) throw new TypeError('away');
    return stored;
  };
  const memory = new BriefMemory<string>(ask, () => time);
  return {
    memory,
    questions: () => questions,
    pass: (ms: number) => void (time += ms),
    store: (value: string) => void (stored = value),
    setAway: (value: boolean) => void (isAway = value),
  };
}

it('asks once a second, however often it is asked', async () => {
  const { memory, questions, pass, store } = setUp();
  await Promise.all([memory.get(), memory.get()]);
  store('new');
  pass(999);
  expect(await memory.get()).toBe('old');
  expect(questions()).toBe(1);
  pass(1);
  expect(await memory.get()).toBe('new');
});

it('reads a change anew, and trusts nothing while its transaction may still be open', async () => {
  const { memory, pass, store } = setUp();
  await memory.get();
  memory.forget();
  expect(await memory.get()).toBe('old');
  store('new');
  expect(await memory.get()).toBe('new');
  pass(1_000);
  expect(await memory.get()).toBe('new');
});

it('keeps no failure', async () => {
  const { memory, setAway } = setUp();
  setAway(true);
  await expect(memory.get()).rejects.toThrow('away');
  setAway(false);
  expect(await memory.get()).toBe('old');
});

it('keeps each key apart', async () => {
  const stored = new Map([
    ['ann', 'admin'],
    ['bob', 'user'],
  ]);
  const roles = new BriefMemory(async (name: string) => stored.get(name));
  expect([await roles.get('ann'), await roles.get('bob')]).toEqual(['admin', 'user']);
  stored.set('ann', 'user').set('bob', 'admin');
  roles.forget('ann');
  expect([await roles.get('ann'), await roles.get('bob')]).toEqual(['user', 'user']);
});
