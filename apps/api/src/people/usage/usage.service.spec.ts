import type { Caller } from '@/foundation/http/caller';
import type { Log } from '@/foundation/logging/log';
import { AuditService } from '@/people/audit/audit.service';
import type { AuditRepository } from '@/people/audit/audit.repository';
import { FixedClock } from '../../../../../test/support/fixed-clock';
import type { UsageRepository } from './usage.repository';
import { UsageService } from './usage.service';

const caller: Caller = { userId: 'ann', name: 'Ann', role: 'user', locale: 'en', sessionId: null };

class Rows {
  readonly inserted: object[] = [];
  isAway = false;
  async insert(rows: object[]): Promise<void> {
    if (this.isAway) throw new TypeError('away');
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

it('never lets a database that is away reach the work it counts, but an awaited audit entry does', async () => {
  const rows = new Rows();
  const log = new LoggedErrors();
  rows.isAway = true;
  const audit = new AuditService(
    rows as unknown as AuditRepository,
    new FixedClock(),
    log as unknown as Log,
  );
  expect(() => audit.recordLater(caller, { action: 'a.b', subject: 's' })).not.toThrow();
  await audit.flush();
  expect(log.errors).toHaveLength(1);
  await expect(audit.record(caller, { action: 'a.c', subject: 's' })).rejects.toThrow('away');
  rows.isAway = false;
  await audit.flush();
  expect(rows.inserted).toEqual([
    expect.objectContaining({ actorId: 'ann', action: 'a.b', facts: {}, outcome: 'ok' }),
  ]);
});
