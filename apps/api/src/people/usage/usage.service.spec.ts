import type { Caller } from '@/foundation/http/caller';
import type { Log } from '@/foundation/logging/log';
import { FixedClock } from '../../../../../test/support/fixed-clock';
import type { UsageRepository } from './usage.repository';
import { UsageService } from './usage.service';

const caller: Caller = { userId: 'ann', name: 'Ann', role: 'user', locale: 'en', sessionId: null };

class Rows {
  readonly inserted: object[] = [];
  async insert(rows: object[]): Promise<void> {
    this.inserted.push(...rows);
  }
}

class LoggedErrors {
  readonly errors: unknown[] = [];
  error(thrown: unknown): void {
    this.errors.push(thrown);
  }
}

it('counts a step of a model and a call of a tool, whatever numbers a provider reports', async () => {
  const rows = new Rows();
  const usage = new UsageService(
    rows as unknown as UsageRepository,
    new FixedClock(),
    new LoggedErrors() as unknown as Log,
  );
  const place = { conversationId: 'c', runId: 'r' };
  usage.recordModelStep(caller, {
    ...place,
    model: 'm',
    inputTokens: NaN,
    outputTokens: 1e12,
    cachedTokens: -4,
  });
  usage.recordToolCall(caller, { ...place, tool: 'calc', durationMs: 2.6 });
  await usage.onApplicationShutdown();
  expect(rows.inserted).toEqual([
    expect.objectContaining({
      userId: 'ann',
      model: 'm',
      tool: null,
      inputTokens: 0,
      outputTokens: 2_147_483_647,
      cachedTokens: 0,
    }),
    expect.objectContaining({ tool: 'calc', model: null, durationMs: 3, calls: 1 }),
  ]);
});
