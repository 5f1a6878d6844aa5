import { Module } from '@nestjs/common';
import { ApprovalsModule } from '@/agent/approvals/approvals.module';
import { LoopModule } from '@/agent/loop/loop.module';
import { ConversationsModule } from '@/chat/conversations/conversations.module';
import { ModelsModule } from '@/engines/models/models.module';
import { LimitsModule } from '@/people/limits/limits.module';
import { UsersModule } from '@/people/users/users.module';
import { ResultFilesModule } from '@/tools/result-files/result-files.module';
import { RunDriver } from './run-driver.service';
import { RunEndings } from './run-endings.service';
import { RunsService } from './runs.service';
import { RunJournal } from './journal/run-journal.service';
import { RunOpener } from './run-opener.service';
import { RunSource } from './run-source.service';
import { RunReader } from './run-reader.service';
import { RunParking } from './run-parking.service';
import { RunRecovery } from './run-recovery.service';
import { RunStops } from './run-stops.service';
import { RunWaking } from './run-waking.service';
import { RunsController } from './runs.controller';
import { RunsRepository } from './runs.repository';

@Module({
  imports: [
    ConversationsModule,
    ModelsModule,
    LoopModule,
    LimitsModule,
    ApprovalsModule,
    ResultFilesModule,
    UsersModule,
  ],
  controllers: [RunsController],
  providers: [
    RunsRepository,
    RunJournal,
    RunOpener,
    RunDriver,
    RunSource,
    RunsService,
    RunParking,
    RunWaking,
    RunStops,
    RunReader,
    RunRecovery,
    RunEndings,
  ],
  exports: [RunsService, RunStops, RunReader],
})
export class RunsModule {}
