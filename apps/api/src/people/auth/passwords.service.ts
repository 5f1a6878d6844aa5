import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { newToken } from '@/people/users/one-time-token';

/** argon2id with the parameters OWASP names: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

@Injectable()
export class PasswordsService {
  private readonly nobodys: Promise<string> = hash(newToken(), COST);

  hash(password: string): Promise<string> {
    return hash(password, COST);
  }

  /** Takes the same time when there is no account, so that the clock does not tell who exists. */
  async matches(stored: string | null, password: string): Promise<boolean> {
    const isSame = await verify(stored ?? (await this.nobodys), password);
    return stored !== null && isSame;
  }
}
