import { Injectable } from '@nestjs/common';
import { IsNull, LessThan, MoreThan, Not } from 'typeorm';
import { Database } from '@/foundation/database/database';
import { requireId, requireName } from '@/foundation/errors/require-id';
import { LoginTicket } from './login-ticket.entity';
import { RecoveryCode } from './recovery-code.entity';
import { SecondFactor } from './second-factor.entity';

const MOST_TRIES = 5;

@Injectable()
export class SecondFactorsRepository {
  constructor(private readonly database: Database) {}

  async find(userId: string): Promise<SecondFactor | null> {
    return this.database.rows(SecondFactor).findOneBy({ userId: requireId(userId) });
  }

  /** Replaces what was begun before, never what is confirmed: false then. */
  async begin(userId: string, sealedSecret: string): Promise<boolean> {
    const rows = await this.database.query(
      `INSERT INTO second_factors (user_id, sealed_secret, last_step) VALUES ($1, $2, 0)
       ON CONFLICT (user_id) DO UPDATE SET sealed_secret = $2, last_step = 0
       WHERE second_factors.confirmed_at IS NULL RETURNING user_id`,
      [requireId(userId), sealedSecret],
    );
    return rows.length === 1;
  }

  async confirm(userId: string, sealedSecret: string, at: Date): Promise<boolean> {
    const { affected } = await this.database
      .rows(SecondFactor)
      .update(
        { userId: requireId(userId), sealedSecret, confirmedAt: IsNull() },
        { confirmedAt: at },
      );
    return affected === 1;
  }

  /** The update decides: the same code sent twice at once is taken once. */
  async takeStep(userId: string, step: number): Promise<boolean> {
    const { affected } = await this.database
      .rows(SecondFactor)
      .update({ userId: requireId(userId), lastStep: LessThan(step) }, { lastStep: step });
    return affected === 1;
  }

  async remove(userId: string): Promise<boolean> {
    const { affected } = await this.database
      .rows(SecondFactor)
      .delete({ userId: requireId(userId), confirmedAt: Not(IsNull()) });
    await this.database.rows(RecoveryCode).delete({ userId: requireId(userId) });
    await this.database.rows(LoginTicket).delete({ userId: requireId(userId) });
    return affected === 1;
  }

  async countRecoveryCodes(userId: string): Promise<number> {
    return this.database.rows(RecoveryCode).countBy({ userId: requireId(userId) });
  }

  async replaceRecoveryCodes(userId: string, hashes: readonly string[]): Promise<void> {
    const codes = this.database.rows(RecoveryCode);
    await codes.delete({ userId: requireId(userId) });
    await codes.insert(hashes.map((hash) => ({ hash, userId })));
  }

  /** The delete decides: each works once. */
  async useRecoveryCode(userId: string, hash: string): Promise<boolean> {
    const { affected } = await this.database
      .rows(RecoveryCode)
      .delete({ userId: requireId(userId), hash: requireName(hash) });
    return affected === 1;
  }

  async openTicket(ticket: LoginTicket): Promise<void> {
    await this.database.rows(LoginTicket).upsert(ticket, ['userId']);
  }

  /** Whose ticket it is; each asking is a try, and there are few. */
  async tryTicket(hash: string, now: Date): Promise<string | null> {
    const tickets = this.database.rows(LoginTicket);
    const open = { hash: requireName(hash), tries: LessThan(MOST_TRIES), expiresAt: MoreThan(now) };
    const { affected } = await tickets.increment(open, 'tries', 1);
    return affected === 1 ? ((await tickets.findOneBy({ hash }))?.userId ?? null) : null;
  }

  /** False when somebody used it a moment earlier. */
  async closeTicket(hash: string): Promise<boolean> {
    const { affected } = await this.database.rows(LoginTicket).delete({ hash: requireName(hash) });
    return affected === 1;
  }
}
