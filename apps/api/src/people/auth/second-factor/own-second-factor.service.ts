import { Injectable } from '@nestjs/common';
import type { RecoveryCodes, SecondFactorSecret, SecondFactorView } from '@/contract/people';
import { Clock } from '@/foundation/clock/clock';
import { Database } from '@/foundation/database/database';
import { NotFound } from '@/foundation/errors/input.errors';
import type { Caller } from '@/foundation/http/caller';
import { SecretBox } from '@/foundation/secrets/secret-box';
import { AuditService } from '@/people/audit/audit.service';
import { hashToken } from '@/people/users/one-time-token';
import { SecondFactorOn, WrongCode } from '../auth.errors';
import { LoginService } from '../login.service';
import { newRecoveryCode, newSecret, otpauthUri } from './one-time-code';
import { SecondFactorsRepository } from './second-factors.repository';
import { SecondFactors } from './second-factors.service';

const RECOVERY_CODES = 10;

/** What is asked before the second factor changes. */
export interface Proof {
  password: string;
  code: string;
}

/** A person turns their second factor on and off. */
@Injectable()
export class OwnSecondFactor {
  constructor(
    private readonly rows: SecondFactorsRepository,
    private readonly factors: SecondFactors,
    private readonly logins: LoginService,
    private readonly box: SecretBox,
    private readonly database: Database,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  async view({ userId }: Caller): Promise<SecondFactorView> {
    const isOn = await this.factors.isOn(userId);
    return { isOn, recoveryCodesLeft: isOn ? await this.rows.countRecoveryCodes(userId) : 0 };
  }

  /** Nothing is asked at a login before `confirm`. */
  async begin(caller: Caller, password: string, address: string): Promise<SecondFactorSecret> {
    const { email } = await this.logins.requirePassword(caller, password, address);
    const secret = newSecret();
    const sealed = await this.box.seal(`${caller.userId} ${secret}`);
    if (!(await this.rows.begin(caller.userId, sealed))) throw new SecondFactorOn();
    return { secret, uri: otpauthUri(secret, email) };
  }

  async confirm(caller: Caller, code: string): Promise<RecoveryCodes> {
    const { userId } = caller;
    if (await this.factors.isOn(userId)) throw new SecondFactorOn();
    const found = await this.factors.stepOf(userId, code);
    if (!found) throw new WrongCode();
    return this.database.inTransaction(async () => {
      const isMine = await this.rows.confirm(userId, found.sealed, this.clock.now());
      if (!isMine) throw new SecondFactorOn();
      await this.rows.takeStep(userId, found.step);
      await this.audit.record(caller, { action: 'two_factor.on', subject: userId });
      return this.newRecoveryCodes(userId);
    });
  }

  async remove(caller: Caller, { password, code }: Proof, address: string): Promise<void> {
    await this.prove(caller, { password, code }, address);
    await this.database.inTransaction(async () => {
      await this.rows.remove(caller.userId);
      await this.audit.record(caller, { action: 'two_factor.off', subject: caller.userId });
    });
  }

  async renewRecoveryCodes(caller: Caller, proof: Proof, address: string): Promise<RecoveryCodes> {
    await this.prove(caller, proof, address);
    return this.database.inTransaction(async () => {
      const { userId } = caller;
      await this.audit.record(caller, { action: 'two_factor.codes', subject: userId });
      return this.newRecoveryCodes(userId);
    });
  }

  /** For a person who lost both app and codes: an administrator takes it away, where there is one. */
  async removeOf(caller: Caller, userId: string): Promise<void> {
    await this.database.inTransaction(async () => {
      if (!(await this.rows.remove(userId))) return;
      await this.audit.record(caller, { action: 'two_factor.reset', subject: userId });
    });
  }

  private async prove(caller: Caller, { password, code }: Proof, address: string): Promise<void> {
    if (!(await this.factors.isOn(caller.userId))) throw new NotFound();
    await this.logins.requirePassword(caller, password, address);
    await this.factors.requireCode(caller.userId, code, address);
  }

  private async newRecoveryCodes(userId: string): Promise<RecoveryCodes> {
    const recoveryCodes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    await this.rows.replaceRecoveryCodes(userId, recoveryCodes.map(hashToken));
    return { recoveryCodes };
  }
}
