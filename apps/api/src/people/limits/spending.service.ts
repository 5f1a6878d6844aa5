import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '@/foundation/clock/clock';
import { Database } from '@/foundation/database/database';
import type { Caller } from '@/foundation/http/caller';
import { Log } from '@/foundation/logging/log';
import { UsageService } from '@/people/usage/usage.service';
import { UsageLimitReached } from './limits.errors';
import { LimitsService } from './limits.service';
import { ReservationsRepository } from './reservations.repository';
import { SpentService } from './spent.service';
import {
  costOf,
  estimatedTokens,
  isSpending,
  resetOf,
  usedOf,
  type OwnAmount,
  type SpendingMeasure,
  type Tokens,
} from './spending';

export interface ModelRequestPlace {
  conversationId: string | null;
  runId: string | null;
  model: string;
}

/** What the Anthropic adapter asks for; others are told no maximum. Settled with the real number afterwards. */
const MOST_OUTPUT_TOKENS = 16_384;

/** Longer than any single answer; a reservation this old belongs to a server that died. */
const RESERVED_FOR_MS = 30 * 60_000;

type PricedStep = ModelRequestPlace & Tokens & { cost: number };

/** Room for one request to a provider, held from before it is sent. */
export interface Reserved {
  /** Writes what was used and gives the room back. Never rejects: the answer is there already. */
  settle(tokens: Tokens): Promise<void>;
  /**
   * The request is over. Unless it was settled, what came of the answer counts by its length; where nothing came
   * (`null`), nothing was used. Never rejects.
   */
  close(inputTokens: number, answer: string | null): Promise<void>;
}

/**
 * Limits are asked for before the provider. Whoever has room left may send one request, whatever it will need; the
 * reservation of it counts at once, so many requests at the same moment overshoot by one of them at most.
 */
@Injectable()
export class SpendingService {
  constructor(
    private readonly limits: LimitsService,
    private readonly reservations: ReservationsRepository,
    private readonly spent: SpentService,
    private readonly usage: UsageService,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** @throws UsageLimitReached */
  async reserve(caller: Caller, place: ModelRequestPlace, inputTokens: number): Promise<Reserved> {
    const [amounts, { models }] = await Promise.all([
      this.limits.amountsOf(caller),
      this.limits.getPrices(),
    ]);
    const price = models.find(({ modelId }) => modelId === place.model);
    const holding = amounts
      .filter(isSpending)
      .filter(({ modelId }) => modelId === null || modelId === place.model);
    const tokens = { inputTokens, outputTokens: MOST_OUTPUT_TOKENS, cachedTokens: 0 };
    const most = { ...place, ...tokens, cost: costOf(price, tokens) };
    const id = holding.length > 0 ? await this.hold(caller, holding, most) : null;
    let isOpen = true;
    const settle = async (used: Tokens) => {
      const held = isOpen ? id : null;
      isOpen = false;
      await this.settle(caller, { ...place, ...used, cost: costOf(price, used) }, held);
    };
    const close = async (inputEstimate: number, answer: string | null) => {
      if (!isOpen) return;
      if (answer === null) return id === null ? undefined : this.release(id);
      const outputTokens = estimatedTokens(answer);
      await settle({ inputTokens: inputEstimate, outputTokens, cachedTokens: 0 });
    };
    return { settle, close };
  }

  private async hold(
    { userId }: Caller,
    holding: readonly OwnAmount<SpendingMeasure>[],
    { model, inputTokens, outputTokens, cost }: PricedStep,
  ): Promise<string> {
    const id = randomUUID();
    await this.database.inTransaction(async () => {
      await this.reservations.lock(userId);
      const now = this.clock.now();
      await this.reservations.removeExpired(userId, now);
      const sums = await this.spent.sumByModel(userId, now);
      const reached = holding.find((own) => usedOf(own, sums) >= own.amount);
      if (reached) throw new UsageLimitReached(reached.measure, resetOf(reached.measure, now));
      const expiresAt = new Date(now.getTime() + RESERVED_FOR_MS);
      const tokens = inputTokens + outputTokens;
      await this.reservations.insert({ id, userId, model, tokens, cost, expiresAt });
    });
    return id;
  }

  /** A database that is away must not end an answer: the step is written later, and the room stays taken until it expires. */
  private async settle(caller: Caller, step: PricedStep, id: string | null): Promise<void> {
    if (id === null) return this.usage.recordModelStep(caller, step);
    try {
      await this.database.inTransaction(async () => {
        // Nobody may look between reservation and usage, when neither of them would count.
        await this.reservations.lock(caller.userId);
        await this.reservations.remove(id);
        await this.usage.writeModelStep(caller, step);
      });
    } catch (thrown) {
      this.log.error(thrown, 'settling usage');
      this.usage.recordModelStep(caller, step);
    }
  }

  private async release(id: string): Promise<void> {
    try {
      await this.reservations.remove(id);
    } catch (thrown) {
      this.log.error(thrown, 'releasing reserved usage');
    }
  }
}
