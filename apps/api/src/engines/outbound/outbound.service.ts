import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { z } from 'zod';
import { EventBus } from '@/foundation/events/event-bus';
import type { Caller } from '@/foundation/http/caller';
import { SettingChanged } from '@/foundation/settings/settings.events';
import { type SettingDefinition, SettingsService } from '@/foundation/settings/settings.service';
import { AuditService } from '@/people/audit/audit.service';
import { GuardedFetch } from './guarded-fetch';
import { parseHostPort } from './host-port';

const entry = z.string().transform((text, check) => {
  const hostPort = parseHostPort(text);
  if (hostPort) return hostPort;
  check.addIssue({ code: 'custom', message: 'expected host:port, for example localhost:11434' });
  return z.NEVER;
});

export const PRIVATE_ADDRESSES: SettingDefinition<string[]> = {
  key: 'models.private_addresses',
  schema: z
    .array(entry)
    .max(100)
    .transform((entries) => [...new Set(entries)].sort()),
  fallback: [],
};

const CONNECT_MS = 10_000;
const IDLE_MS = 120_000;

/** The only way out for addresses that people, models or foreign servers name (S-24). */
@Injectable()
export class OutboundService implements OnModuleDestroy {
  private readonly guarded: GuardedFetch;
  private readonly unsubscribe: () => void;

  constructor(
    private readonly settings: SettingsService,
    private readonly audit: AuditService,
    events: EventBus,
  ) {
    this.guarded = new GuardedFetch({
      allowed: async () => new Set(await this.listPrivateAddresses()),
      connectMs: CONNECT_MS,
      idleMs: IDLE_MS,
    });
    this.unsubscribe = events.subscribe(SettingChanged, ({ key }) => {
      if (key === PRIVATE_ADDRESSES.key) this.guarded.forgetConnections();
    });
  }

  get fetch(): GuardedFetch['fetch'] {
    return this.guarded.fetch;
  }

  listPrivateAddresses(): Promise<string[]> {
    return this.settings.get(PRIVATE_ADDRESSES);
  }

  async replacePrivateAddresses(caller: Caller, items: string[]): Promise<string[]> {
    const stored = await this.settings.set(PRIVATE_ADDRESSES, items);
    await this.audit.record(caller, {
      action: 'setting.update',
      subject: PRIVATE_ADDRESSES.key,
      facts: { items: stored },
    });
    return stored;
  }

  async onModuleDestroy(): Promise<void> {
    this.unsubscribe();
    await this.guarded.destroy();
  }
}
