import { type DynamicModule, Global, Module } from '@nestjs/common';
import { SystemClock, Clock } from './clock/clock';
import { AppConfig } from './config/config';
import { Database } from './database/database';
import { EventBus } from './events/event-bus';
import { Log } from './logging/log';
import { SecretBox } from './secrets/secret-box';
import { SettingsRepository } from './settings/settings.repository';
import { SettingsService } from './settings/settings.service';

/** What every room may ask for. Configuration and database are opened before Nest starts and handed in. */
@Global()
@Module({})
export class FoundationModule {
  static with(config: AppConfig, database: Database): DynamicModule {
    const shared = [AppConfig, Database, Clock, EventBus, Log, SecretBox, SettingsService];
    return {
      module: FoundationModule,
      providers: [
        { provide: AppConfig, useValue: config },
        { provide: Database, useValue: database },
        { provide: Clock, useClass: SystemClock },
        EventBus,
        Log,
        SecretBox,
        SettingsRepository,
        SettingsService,
      ],
      exports: shared,
    };
  }
}
