import { Injectable } from '@nestjs/common';
import type { Limit, OwnLimit, PriceTable } from '@/contract/usage';
import { Clock } from '@/foundation/clock/clock';
import { Database } from '@/foundation/database/database';
import type { Caller } from '@/foundation/http/caller';
import { SettingsService } from '@/foundation/settings/settings.service';
import { AuditService } from '@/people/audit/audit.service';
import { GroupsService } from '@/people/groups/groups.service';
import { AccountsService } from '@/people/users/accounts.service';
import { LIMITS, PRICES } from './limits.dto';
import { SpentService } from './spent.service';
import { isSpending, limitsOf, resetOf, usedOf, type OwnAmount } from './spending';

/** How much each person may use, and what it costs. */
@Injectable()
export class LimitsService {
  constructor(
    private readonly settings: SettingsService,
    private readonly groups: GroupsService,
    private readonly accounts: AccountsService,
    private readonly spent: SpentService,
    private readonly audit: AuditService,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  list(): Promise<Limit[]> {
    return this.settings.get(LIMITS);
  }

  replace(caller: Caller, items: Limit[]): Promise<Limit[]> {
    return this.database.inTransaction(async () => {
      const saved = await this.settings.set(LIMITS, items);
      await this.audit.record(caller, {
        action: 'limits.replace',
        subject: LIMITS.key,
        facts: { items: saved },
      });
      return saved;
    });
  }

  getPrices(): Promise<PriceTable> {
    return this.settings.get(PRICES);
  }

  replacePrices(caller: Caller, table: PriceTable): Promise<PriceTable> {
    return this.database.inTransaction(async () => {
      const saved = await this.settings.set(PRICES, table);
      await this.audit.record(caller, {
        action: 'prices.replace',
        subject: PRICES.key,
        facts: { ...saved },
      });
      return saved;
    });
  }

  async listOwn(caller: Caller): Promise<OwnLimit[]> {
    const own = await this.amountsOf(caller);
    const now = this.clock.now();
    const sums = await this.spent.sumByModel(caller.userId, now);
    return own.map((amount) => ({
      ...amount,
      used: isSpending(amount) ? usedOf(amount, sums) : null,
      resetsAt: isSpending(amount) ? resetOf(amount.measure, now).toISOString() : null,
    }));
  }

  /** What holds for somebody now: role and groups are read anew, a run may outlive them. */
  async amountsOf(caller: Caller): Promise<OwnAmount[]> {
    const limits = await this.list();
    if (limits.length === 0) return [];
    const [role, groupIds] = await Promise.all([
      this.accounts.findActiveRole(caller.userId),
      this.groups.idsOf(caller),
    ]);
    return limitsOf(limits, { userId: caller.userId, role: role ?? caller.role, groupIds });
  }
}
