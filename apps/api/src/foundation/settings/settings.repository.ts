import { Injectable } from '@nestjs/common';
import { Database } from '@/foundation/database/database';
import { Setting } from './setting.entity';

@Injectable()
export class SettingsRepository {
  constructor(private readonly database: Database) {}

  findValue(key: string): Promise<unknown> {
    return this.database
      .rows(Setting)
      .findOneBy({ key })
      .then((row) => row?.value);
  }

  async save(key: string, value: unknown): Promise<void> {
    await this.database
      .rows(Setting)
      .upsert({ key, value: value as object, updatedAt: new Date() }, ['key']);
  }
}
