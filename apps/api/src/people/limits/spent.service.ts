import { Injectable } from '@nestjs/common';
import { UsageService } from '@/people/usage/usage.service';
import { ReservationsRepository } from './reservations.repository';
import { dayStart, monthStart, type ModelSum } from './spending';

/** What a person used this day and month, and what running requests may still use. */
@Injectable()
export class SpentService {
  constructor(
    private readonly reservations: ReservationsRepository,
    private readonly usage: UsageService,
  ) {}

  async sumByModel(userId: string, now: Date): Promise<ModelSum[]> {
    const used = await this.usage.sumByModel(userId, dayStart(now), monthStart(now));
    return [...used, ...(await this.reservations.sumByModel(userId, now))];
  }
}
