import type { Caller } from '@/foundation/http/caller';
import type { Log } from '@/foundation/logging/log';
import { FixedClock } from '../../../../../test/support/fixed-clock';
import type { AuditRepository } from './audit.repository';
import { AuditService } from './audit.service';
import type { LedgerPages } from './ledger/ledger-pages.repository';
import type { LedgerWriter } from './ledger/ledger-writer.service';

const caller: Caller = { userId: 'ann', name: 'Ann', role: 'user', locale: 'en', sessionId: null };

class Rows {
  readonly inserted: object[] = [];
  isAway = false;
  isExpected = false;
  async insert(row: object): Promise<void> {
    return this.append([row]);
  }
  expectInbox(): void {
    this.isExpected = true;
  }
  async append(rows: object[]): Promise<void> {
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

it('never lets a database that is away reach the work it counts, but an awaited audit entry does', async () => {
  const rows = new Rows();
  const log = new LoggedErrors();
  rows.isAway = true;
  const audit = new AuditService(
    rows as unknown as AuditRepository,
    rows as unknown as LedgerWriter,
    {} as LedgerPages,
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
