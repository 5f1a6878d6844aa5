import { Injectable } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { networkOf } from '@/foundation/http/address';
import { TooManyAttempts } from './auth.errors';

const WINDOW_SECONDS = 300;
const MOST_KNOWN_PLACES = 10_000;

export interface Attempt {
  /** E-mail or user id. */
  account: string;
  address: string;
}

/**
 * Failed passwords are counted per account over all addresses and per address over all accounts (S-17).
 * Where somebody signed in before, only that place's own failures count, so a stranger cannot lock people out of
 * their own desk. The counts live in this process.
 */
@Injectable()
export class LoginLimits {
  private readonly perAccount = limiter(10);
  private readonly perAddress = limiter(15);
  private readonly perPlace = limiter(10);
  private readonly knownPlaces = new Set<string>();

  /** @throws TooManyAttempts */
  async check(attempt: Attempt): Promise<void> {
    for (const [counter, key] of this.countersOf(attempt)) {
      const count = await counter.get(key);
      if (count && count.consumedPoints >= counter.points) {
        throw new TooManyAttempts(Math.max(1_000, count.msBeforeNext));
      }
    }
  }

  async recordFailure(attempt: Attempt): Promise<void> {
    await Promise.all(this.countersOf(attempt).map(([counter, key]) => counter.penalty(key, 1)));
  }

  recordSuccess(attempt: Attempt): void {
    const place = placeOf(attempt);
    this.knownPlaces.delete(place);
    this.knownPlaces.add(place);
    const [oldest] = this.knownPlaces;
    if (this.knownPlaces.size > MOST_KNOWN_PLACES && oldest) this.knownPlaces.delete(oldest);
  }

  private countersOf(attempt: Attempt): [RateLimiterMemory, string][] {
    const place = placeOf(attempt);
    const account: [RateLimiterMemory, string] = this.knownPlaces.has(place)
      ? [this.perPlace, place]
      : [this.perAccount, attempt.account.toLowerCase()];
    return [[this.perAddress, networkOf(attempt.address)], account];
  }
}

const limiter = (points: number) => new RateLimiterMemory({ points, duration: WINDOW_SECONDS });

const placeOf = ({ account, address }: Attempt): string =>
  `${account.toLowerCase()} ${networkOf(address)}`;
