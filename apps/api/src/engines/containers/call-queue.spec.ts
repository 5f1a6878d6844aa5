import { CallQueue, type Place } from './call-queue';
import { Cooling } from './cooling';
import { TooManyWaitingCalls } from './containers.errors';

const LIMITS = { atOnce: 2, perPerson: 2, waiting: 5, waitingPerPerson: 4 };
const never = new AbortController().signal;
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Enters for each person in turn and notes the order in which places are given. */
function line(limits = LIMITS) {
  const queue = new CallQueue(limits);
  const served: string[] = [];
  const places: Place[] = [];
  const enter = (ownerId: string) =>
    queue.enter(ownerId, never).then((place) => {
      if (!place) return;
      served.push(ownerId);
      places.push(place);
    });
  const leaveAll = async () => {
    await settled();
    for (let place = places.shift(); place; place = places.shift()) {
      place.leave();
      await settled();
    }
  };
  return { queue, served, enter, leaveAll };
}

describe('CallQueue', () => {
  it('lets people take turns, not calls (fault 41)', async () => {
    const { served, enter, leaveAll } = line();
    for (const owner of ['ada', 'ada', 'ada', 'ada', 'ada', 'ben', 'cem']) void enter(owner);
    await leaveAll();

    expect(served).toEqual(['ada', 'ada', 'ada', 'ben', 'cem', 'ada', 'ada']);
  });

  it('keeps one person from taking all places (A-068)', async () => {
    const { queue, served, enter } = line({ ...LIMITS, atOnce: 3, perPerson: 1 });
    for (const owner of ['ada', 'ada', 'ben']) void enter(owner);
    await settled();

    expect(served).toEqual(['ada', 'ben']);
    expect([queue.running, queue.waiting]).toEqual([2, 1]);
  });

  it('refuses when the line is full and says when to come again', async () => {
    const { queue, enter } = line();
    for (const owner of ['ada', 'ada', 'ada', 'ada', 'ada', 'ada', 'ben']) void enter(owner);

    const refusal = queue.enter('cem', never);
    await expect(refusal).rejects.toBeInstanceOf(TooManyWaitingCalls);
    await expect(refusal).rejects.toMatchObject({ kind: 'limited', retryAfterMs: 3_000 });
  });

  it('keeps room in the line for others', async () => {
    const { queue, enter } = line();
    for (let i = 0; i < 6; i++) void enter('ada');

    await expect(queue.enter('ada', never)).rejects.toBeInstanceOf(TooManyWaitingCalls);
    void enter('ben');
    expect(queue.waiting).toBe(5);
  });

  it('forgets who gave up waiting', async () => {
    const { queue, served, enter, leaveAll } = line();
    const stop = new AbortController();
    for (let i = 0; i < 2; i++) void enter('ada');
    const given = queue.enter('ben', stop.signal);
    void enter('cem');
    stop.abort();

    expect(await given).toBeNull();
    expect(queue.waiting).toBe(1);
    await leaveAll();
    expect(served).toEqual(['ada', 'ada', 'cem']);
    expect(await queue.enter('ben', AbortSignal.abort())).toBeNull();
  });

  it('counts leaving twice once', async () => {
    const queue = new CallQueue(LIMITS);
    const [one] = [await queue.enter('ada', never), await queue.enter('ada', never)];
    one?.leave();
    one?.leave();

    expect(queue.running).toBe(1);
  });

  it('lets who hit a limit cool down, and nobody else wait for it (S-32)', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    let time = 0;
    const queue = new CallQueue(LIMITS, new Cooling(500, () => time));
    const served: string[] = [];
    const enter = async (ownerId: string) => {
      const place = await queue.enter(ownerId, never);
      served.push(ownerId);
      return place;
    };
    (await enter('ada'))?.leave(true);
    void enter('ada');
    void enter('ben');
    await settled();
    expect(served).toEqual(['ada', 'ben']);
    time = 500;
    jest.advanceTimersByTime(500);
    await settled();
    expect(served).toEqual(['ada', 'ben', 'ada']);
    jest.useRealTimers();
  });
});
