import { Injectable } from '@nestjs/common';
import { Clock } from '@/foundation/clock/clock';
import { SecretBox } from '@/foundation/secrets/secret-box';
import { hashToken, isToken, newToken } from '@/people/users/one-time-token';
import { TicketNotValid, WrongCode } from '../auth.errors';
import { LoginLimits } from '../login-limits.service';
import { readRecoveryCode, stepsOf } from './one-time-code';
import { SecondFactorsRepository } from './second-factors.repository';

const TICKET_MS = 5 * 60_000;

/** What a login asks: is a code needed, and is this one right. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly rows: SecondFactorsRepository,
    private readonly limits: LoginLimits,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  async isOn(userId: string): Promise<boolean> {
    const factor = await this.rows.find(userId);
    return factor !== null && factor.confirmedAt !== null;
  }

  /** For who gave the right password; an earlier ticket of the person stops working. */
  async openTicket(userId: string): Promise<string> {
    const ticket = newToken();
    const expiresAt = new Date(this.clock.now().getTime() + TICKET_MS);
    await this.rows.openTicket({ userId, hash: hashToken(ticket), tries: 0, expiresAt });
    return ticket;
  }

  /** Whose it is, once ticket and code are right. The ticket is used up by it, the code too. */
  async redeem(ticket: unknown, code: string, address: string): Promise<string> {
    const hash = isToken(ticket) ? hashToken(ticket) : null;
    const userId = hash && (await this.rows.tryTicket(hash, this.clock.now()));
    if (!hash || !userId) throw new TicketNotValid();
    await this.requireCode(userId, code, address);
    if (!(await this.rows.closeTicket(hash))) throw new TicketNotValid();
    return userId;
  }

  /** @throws WrongCode also for a code that was right and is used (S-16) */
  async requireCode(userId: string, code: string, address: string): Promise<void> {
    const attempt = { account: `code ${userId}`, address };
    await this.limits.check(attempt);
    if (await this.take(userId, code)) return this.limits.recordSuccess(attempt);
    await this.limits.recordFailure(attempt);
    throw new WrongCode();
  }

  /** The secret, and the step this code is of; null when it is not. */
  async stepOf(userId: string, code: string): Promise<{ sealed: string; step: number } | null> {
    const factor = await this.rows.find(userId);
    if (!factor) return null;
    const [owner, secret = ''] = (await this.box.open(factor.sealedSecret)).split(' ');
    // A row carried over to somebody else's id is worth nothing.
    if (owner !== userId) return null;
    const step = stepsOf(secret, code, this.clock.now()).at(-1);
    return step === undefined ? null : { sealed: factor.sealedSecret, step };
  }

  private async take(userId: string, code: string): Promise<boolean> {
    const recovery = readRecoveryCode(code);
    if (recovery) return this.rows.useRecoveryCode(userId, hashToken(recovery));
    const found = await this.stepOf(userId, code);
    return found !== null && this.rows.takeStep(userId, found.step);
  }
}
