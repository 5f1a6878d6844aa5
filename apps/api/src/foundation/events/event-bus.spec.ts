import type { Log } from '@/foundation/logging/log';
import { EventBus } from './event-bus';

class Rang {
  constructor(readonly times: number) {}
}
class Knocked {}

class LoggedErrors {
  readonly thrown: unknown[] = [];
  error(thrown: unknown): void {
    this.thrown.push(thrown);
  }
}

const later = () => new Promise((resolve) => setImmediate(resolve));

function bus() {
  const log = new LoggedErrors();
  return { log, events: new EventBus(log as unknown as Log) };
}

it('brings an event to every listener of its class and to no other', async () => {
  const { events } = bus();
  const heard: unknown[] = [];
  events.subscribe(Rang, ({ times }) => void heard.push(times));
  events.subscribe(Rang, ({ times }) => void heard.push(times * 10));
  events.subscribe(Knocked, () => void heard.push('knock'));
  events.publish(new Rang(2));
  await later();
  expect(heard).toEqual([2, 20]);
});

it('stops bringing events after the subscription has ended', async () => {
  const { events } = bus();
  const heard: unknown[] = [];
  const end = events.subscribe(Rang, (event) => void heard.push(event));
  end();
  events.publish(new Rang(1));
  await later();
  expect(heard).toEqual([]);
});

it('logs a failing listener; publisher and other listeners do not notice', async () => {
  const { events, log } = bus();
  const heard: unknown[] = [];
  const failure = new TypeError('broken listener');
  events.subscribe(Rang, () => {
    throw failure;
  });
  events.subscribe(Rang, async () => Promise.reject(failure));
  events.subscribe(Rang, () => void heard.push('still here'));
  expect(() => events.publish(new Rang(1))).not.toThrow();
  await later();
  expect(heard).toEqual(['still here']);
  expect(log.thrown).toEqual([failure, failure]);
});
