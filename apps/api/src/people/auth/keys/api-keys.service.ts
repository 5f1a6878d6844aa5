import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { ApiKeyBody, ApiKeyMade, ApiKeyRow, ApiKeyScope } from '@/contract/people';
import { Clock } from '@/foundation/clock/clock';
import { NotFound } from '@/foundation/errors/input.errors';
import { EventBus } from '@/foundation/events/event-bus';
import type { Caller } from '@/foundation/http/caller';
import { Log } from '@/foundation/logging/log';
import { AuditService } from '@/people/audit/audit.service';
import { hashToken, newToken } from '@/people/users/one-time-token';
import { NotAllowed, TooManyKeys } from '../auth.errors';
import { KeyEnded } from '../auth.events';
import type { ApiKey } from './api-key.entity';
import { ApiKeysRepository } from './api-keys.repository';

const DAY_MS = 86_400_000;
const NOTE_USE_EVERY_MS = 60_000;
const SWEEP_EVERY_MS = 60_000;
const HINT_LENGTH = 8;
export const MOST_KEYS = 25;
const FOR_ADMINISTRATORS: readonly ApiKeyScope[] = ['custom-tools', 'admin'];

/** With its own beginning no key is ever taken for a token of another kind (S-16), and leaks are found by searching. */
const SHAPE = /^tyk_[\w-]{43}$/;

export interface ResolvedKey {
  keyId: string;
  userId: string;
  scopes: readonly ApiKeyScope[];
}

/** Keys by which a person's programs come in: made, recognised, ended by people or time. */
@Injectable()
export class ApiKeysService implements OnApplicationBootstrap, OnApplicationShutdown {
  private sweep: NodeJS.Timeout | null = null;

  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly events: EventBus,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.sweep = setInterval(() => {
      this.removeExpired().catch((thrown: unknown) =>
        this.log.error(thrown, 'removing expired keys'),
      );
    }, SWEEP_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    if (this.sweep) clearInterval(this.sweep);
  }

  async list(caller: Caller): Promise<ApiKeyRow[]> {
    return (await this.keys.listOfUser(caller.userId, this.clock.now())).map(toRow);
  }

  /** The only time the key itself is told to anybody. */
  async create(caller: Caller, { name, scopes, expiresInDays }: ApiKeyBody): Promise<ApiKeyMade> {
    const asksForMore = scopes.some((scope) => FOR_ADMINISTRATORS.includes(scope));
    if (asksForMore && caller.role !== 'admin') throw new NotAllowed();
    const createdAt = this.clock.now();
    const known = await this.keys.listOfUser(caller.userId, createdAt);
    if (known.length >= MOST_KEYS) throw new TooManyKeys(MOST_KEYS);
    const key = `tyk_${newToken()}`;
    const made = await this.keys.create({
      ...{ userId: caller.userId, name, scopes: [...new Set(scopes)] },
      ...{ hash: hashToken(key), hint: key.slice(0, HINT_LENGTH), createdAt, lastUsedAt: null },
      expiresAt: new Date(createdAt.getTime() + expiresInDays * DAY_MS),
    });
    const facts = { name, scopes, expiresInDays };
    await this.audit.record(caller, { action: 'api_key.create', subject: made.id, facts });
    return { key, row: toRow(made) };
  }

  async remove(caller: Caller, keyId: string): Promise<void> {
    if (!(await this.keys.remove(keyId, caller.userId))) throw new NotFound();
    this.events.publish(new KeyEnded(keyId, caller.userId));
    await this.audit.record(caller, { action: 'api_key.remove', subject: keyId });
  }

  async resolve(key: string): Promise<ResolvedKey | null> {
    if (!SHAPE.test(key)) return null;
    const now = this.clock.now();
    const found = await this.keys.findUsable(hashToken(key), now);
    if (!found) return null;
    const isFreshUse =
      !found.lastUsedAt || now.getTime() - found.lastUsedAt.getTime() >= NOTE_USE_EVERY_MS;
    if (isFreshUse) await this.keys.recordUse(found.id, now);
    return { keyId: found.id, userId: found.userId, scopes: found.scopes };
  }

  isAlive(keyId: string): Promise<boolean> {
    return this.keys.isUsable(keyId, this.clock.now());
  }

  /** Sockets that came with one of them close (S-09). */
  async removeExpired(): Promise<void> {
    const expired = await this.keys.removeExpired(this.clock.now());
    for (const { id, userId } of expired) this.events.publish(new KeyEnded(id, userId));
  }
}

const toRow = ({ id, name, hint, scopes, ...times }: ApiKey): ApiKeyRow => ({
  ...{ id, name, hint, scopes },
  createdAt: times.createdAt.toISOString(),
  expiresAt: times.expiresAt.toISOString(),
  lastUsedAt: times.lastUsedAt?.toISOString() ?? null,
});
