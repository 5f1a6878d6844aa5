import { Injectable } from '@nestjs/common';
import { Clock } from '@/foundation/clock/clock';
import { EventBus } from '@/foundation/events/event-bus';
import { GroupsService } from '@/people/groups/groups.service';
import type { Approval } from './approval.entity';
import { ApprovalsChanged } from './approvals.events';
import { ApprovalsRepository } from './approvals.repository';

/** Reason of an abort after which the run goes on some day: its questions stay open. */
export const PARKED = 'parked';

/** setTimeout counts in 32 bits. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** Waits for answers, and ends what nobody answered. */
@Injectable()
export class ApprovalWatch {
  private readonly waiting = new Map<string, () => void>();

  constructor(
    private readonly repository: ApprovalsRepository,
    private readonly groups: GroupsService,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Whoever waits for this question looks again. */
  wake(approvalId: string): void {
    this.waiting.get(approvalId)?.();
  }

  /** The row as it is once it is not pending any more. Never settles for a parked run. */
  async untilAnswered(asked: Approval, signal: AbortSignal): Promise<Approval> {
    for (;;) {
      const woken = this.untilWoken(asked, signal);
      try {
        const row = (await this.repository.findById(asked.id)) ?? cancelled(asked);
        if (row.status !== 'pending') return row;
        if (signal.aborted && signal.reason !== PARKED) await this.close(row, 'cancelled');
        else if (row.expiresAt <= this.clock.now()) await this.close(row, 'expired');
        else await woken.promise;
      } finally {
        woken.end();
      }
    }
  }

  async newsOf({ ownerId, approverGroupId }: Approval): Promise<ApprovalsChanged> {
    const approvers = approverGroupId ? await this.groups.memberIdsOf(approverGroupId) : [];
    return new ApprovalsChanged([ownerId, ...approvers]);
  }

  private async close(row: Approval, status: 'cancelled' | 'expired'): Promise<void> {
    if (!(await this.repository.close(row.id, status, this.clock.now()))) return;
    this.events.publish(await this.newsOf(row));
  }

  private untilWoken({ id, expiresAt }: Approval, signal: AbortSignal) {
    let wake: () => void = () => undefined;
    const promise = new Promise<void>((resolve) => (wake = resolve));
    const leftMs = Math.max(0, expiresAt.getTime() - this.clock.now().getTime());
    const timer = setTimeout(wake, Math.min(leftMs + 1, LONGEST_TIMER_MS)).unref();
    const onAbort = () => {
      if (signal.reason !== PARKED) wake();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    this.waiting.set(id, wake);
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      this.waiting.delete(id);
    };
    return { promise, end };
  }
}

/** Its conversation was removed while somebody waited. */
const cancelled = (row: Approval): Approval => ({ ...row, status: 'cancelled' });
