import { Injectable } from '@nestjs/common';
import type { ZodType } from 'zod';
import { EventBus } from '@/foundation/events/event-bus';
import { checkInput } from '@/foundation/errors/check-input';
import { SettingChanged } from './settings.events';
import { SettingsRepository } from './settings.repository';

/** A setting an administrator may change while the server runs. Rooms declare theirs as constants. */
export interface SettingDefinition<Value> {
  key: string;
  schema: ZodType<Value>;
  fallback: Value;
}

@Injectable()
export class SettingsService {
  constructor(
    private readonly repository: SettingsRepository,
    private readonly events: EventBus,
  ) {}

  /** The stored value, or the fallback where nothing (or nothing valid any more) is stored. */
  async get<Value>({ key, schema, fallback }: SettingDefinition<Value>): Promise<Value> {
    const parsed = schema.safeParse(await this.repository.findValue(key));
    return parsed.success ? parsed.data : fallback;
  }

  async set<Value>({ key, schema }: SettingDefinition<Value>, value: unknown): Promise<Value> {
    const checked = checkInput(schema, value);
    await this.repository.save(key, checked);
    this.events.publish(new SettingChanged(key));
    return checked;
  }
}
