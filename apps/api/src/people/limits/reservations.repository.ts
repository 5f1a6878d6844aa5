import { Injectable } from '@nestjs/common';
import { Database } from '@/foundation/database/database';
import { requireId } from '@/foundation/errors/require-id';
import { UsageReservation } from './usage-reservation.entity';
import type { ModelSum } from './spending';

@Injectable()
export class ReservationsRepository {
  constructor(private readonly database: Database) {}

  /** Until the transaction ends, nobody else reserves for this person: look and reservation are one step. */
  async lock(userId: string): Promise<void> {
    await this.database.query(
      `SELECT pg_advisory_xact_lock(hashtextextended('usage-limits:' || $1, 0))`,
      [requireId(userId)],
    );
  }

  sumByModel(userId: string, now: Date): Promise<ModelSum[]> {
    return this.database.query<ModelSum>(
      `SELECT model, sum(tokens) AS "dayTokens", sum(cost) AS "monthCost"
         FROM usage_reservations WHERE user_id = $1 AND expires_at > $2 GROUP BY model`,
      [requireId(userId), now],
    );
  }

  async insert(reservation: UsageReservation): Promise<void> {
    await this.database.rows(UsageReservation).insert(reservation);
  }

  async remove(id: string): Promise<void> {
    await this.database.rows(UsageReservation).delete({ id });
  }

  async removeExpired(userId: string, now: Date): Promise<void> {
    await this.database.query(
      'DELETE FROM usage_reservations WHERE user_id = $1 AND expires_at <= $2',
      [requireId(userId), now],
    );
  }
}
