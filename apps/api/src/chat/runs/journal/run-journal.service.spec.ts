import type { RunEvent } from '@/contract/chat';
import type { Log } from '@/foundation/logging/log';
import type { RunsRepository } from '../runs.repository';
import type { ActiveRun } from './active-run';
import { RunJournal } from './run-journal.service';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function setUp() {
  const said: string[] = [];
  let isAway = false;
  const events = [{ seq: 1 } as RunEvent];
  const stored: RunEvent[] = [];
  const repository = {
    insertEvents: async (runs: { events: RunEvent[] }[]) => {
      if (isAway) throw new TypeError('away');
      stored.push(...runs.flatMap((run) => run.events));
    },
    renewHeartbeats: async () => {
      if (isAway) throw new TypeError('away');
    },
  };
  const log = {
    error: (_: unknown, message: string) => void said.push(message),
    warn: (message: string) => void said.push(message),
  };
  const journal = new RunJournal(repository as unknown as RunsRepository, log as unknown as Log);
  const run = {
    ...{ id: 'r', conversationId: 'c' },
    log: {
      unstored: () => [...events],
      markStored: (count: number) => void events.splice(0, count),
    },
  };
  journal.add(run as unknown as ActiveRun);
  journal.onModuleInit();
  return { journal, said, stored, events, setAway: (value: boolean) => void (isAway = value) };
}

it('keeps events while the database is away, and says so once', async () => {
  const { journal, said, stored, events, setAway } = setUp();
  setAway(true);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(said).toEqual(['storing run events; they wait until it works again']);
  events.push({ seq: 2 } as RunEvent);
  setAway(false);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(stored).toEqual([{ seq: 1 }, { seq: 2 }]);
  expect(said).toHaveLength(2);
  journal.onApplicationShutdown();
});
