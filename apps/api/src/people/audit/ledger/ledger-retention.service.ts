import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { LedgerRetention as Retention } from '@/contract/ledger';
import { Clock } from '@/foundation/clock/clock';
import { Database } from '@/foundation/database/database';
import type { Caller } from '@/foundation/http/caller';
import { Log } from '@/foundation/logging/log';
import { SettingsService } from '@/foundation/settings/settings.service';
import { AuditService } from '@/people/audit/audit.service';
import { RETENTION } from './ledger.dto';
import { LedgerRepository } from './ledger.repository';

const DAY_MS = 86_400_000;
const MOST_PER_TURN = 20_000;
const SWEEP_EVERY_MS = 3_600_000;

/** How long rows stay. What goes is always the beginning of the chain, and an anchor tells what the rest goes on from. */
@Injectable()
export class LedgerRetention implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly repository: LedgerRepository,
    private readonly settings: SettingsService,
    private readonly audit: AuditService,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    const sweep = () => {
      this.sweep().catch((thrown: unknown) => this.log.error(thrown, 'ledger retention'));
    };
    this.timer = setInterval(sweep, SWEEP_EVERY_MS).unref();
    sweep();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
  }

  get(): Promise<Retention> {
    return this.settings.get(RETENTION);
  }

  /** Rows that are too old go at the next look, within the hour. */
  replace(caller: Caller, retention: Retention): Promise<Retention> {
    return this.database.inTransaction(async () => {
      const saved = await this.settings.set(RETENTION, retention);
      const facts = { ...saved };
      await this.audit.record(caller, { action: 'ledger.retention', subject: 'ledger', facts });
      return saved;
    });
  }

  /** How many rows went. */
  async sweep(): Promise<number> {
    const { days } = await this.get();
    if (days === null) return 0;
    const now = this.clock.now();
    const bound = new Date(now.getTime() - days * DAY_MS);
    let removed = 0;
    for (;;) {
      const some = await this.removeSome(bound, now);
      removed += some;
      if (some < MOST_PER_TURN) return removed;
    }
  }

  /** In pieces, because writers wait meanwhile; that rows went is a row itself. */
  private removeSome(bound: Date, now: Date): Promise<number> {
    return this.database.inTransaction(async () => {
      await this.repository.lockHead();
      const last = await this.repository.findLastBefore(bound, MOST_PER_TURN);
      if (!last) return 0;
      const removed = await this.repository.removeThrough(last, now);
      const facts = { removed, through: last.seq, hash: last.hash };
      await this.audit.record(null, { action: 'ledger.sweep', subject: 'ledger', facts });
      return removed;
    });
  }
}
