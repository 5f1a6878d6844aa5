import { Module } from '@nestjs/common';
import { ContainersModule } from '@/engines/containers/containers.module';
import { AuditModule } from '@/people/audit/audit.module';
import { GroupsModule } from '@/people/groups/groups.module';
import { RegistryModule } from '@/tools/registry/registry.module';
import { ResultFilesModule } from '@/tools/result-files/result-files.module';
import { ToolExecution } from './call/execution.service';
import { ResultExtras } from './call/result-extras.service';
import { KnownTools } from './call/known-tools.service';
import { ToolCallsController } from './calls/calls.controller';
import { CallsRepository } from './calls/calls.repository';
import { ToolCalls } from './calls/tool-calls.service';
import { CheckController } from './check/check.controller';
import { CheckService } from './check/check.service';
import { PythonSyntax } from './check/python-syntax.service';
import { CustomToolsBundle } from './custom-tools.bundle';
import { CustomToolsController } from './custom-tools.controller';
import { CustomToolsService } from './custom-tools.service';
import { IdLock } from './folder/id-lock';
import { ToolCatalog } from './folder/tool-catalog.service';
import { ToolFolderRepository } from './folder/tool-folder.repository';
import { ToolPlaces } from './folder/tool-places.service';
import { ToolSecretsController } from './secrets/secrets.controller';
import { ToolSecretsRepository } from './secrets/secrets.repository';
import { ToolSecrets } from './secrets/tool-secrets.service';
import { ToolStatesRepository } from './states/tool-states.repository';
import { ToolStates } from './states/tool-states.service';
import { TestResultsRepository } from './tests/test-results.repository';
import { ToolTestsController } from './tests/tests.controller';
import { ToolTestRuns } from './tests/tool-test-runs.service';
import { TransferController } from './transfer/transfer.controller';
import { Transfer } from './transfer/transfer.service';
import { ToolTries } from './tries/tool-tries.service';
import { TriesController } from './tries/tries.controller';
import { DiskLook } from './versions/disk-look.service';
import { Publishing } from './versions/publishing.service';
import { Standings } from './versions/standings.service';
import { VersionsRepository } from './versions/versions.repository';
import { VersionsService } from './versions/versions.service';
import { DraftChats } from './workshop/draft-chats.service';
import { DraftUsesRepository } from './workshop/draft-uses.repository';
import { Drafts } from './workshop/drafts.service';
import { Releases } from './workshop/releases.service';
import { Removal } from './workshop/removal.service';
import { ToolSwitches } from './workshop/tool-switches.service';
import { VersionRows } from './workshop/version-rows.service';
import { WorkshopViews } from './workshop/workshop-views.service';
import { WorkshopController } from './workshop/workshop.controller';
import { WorkshopService } from './workshop/workshop.service';

@Module({
  imports: [AuditModule, GroupsModule, ContainersModule, RegistryModule, ResultFilesModule],
  controllers: [
    CustomToolsController,
    WorkshopController,
    ToolTestsController,
    TransferController,
    ToolSecretsController,
    ToolCallsController,
    TriesController,
    CheckController,
  ],
  providers: [
    ToolFolderRepository,
    ToolCatalog,
    ToolPlaces,
    IdLock,
    ToolExecution,
    ResultExtras,
    KnownTools,
    ToolSecretsRepository,
    ToolSecrets,
    ToolStatesRepository,
    ToolStates,
    CallsRepository,
    ToolCalls,
    CustomToolsBundle,
    ToolTries,
    CustomToolsService,
    VersionsRepository,
    VersionsService,
    DiskLook,
    Publishing,
    Removal,
    Standings,
    TestResultsRepository,
    ToolTestRuns,
    Transfer,
    DraftUsesRepository,
    DraftChats,
    ToolSwitches,
    Releases,
    Drafts,
    WorkshopService,
    VersionRows,
    WorkshopViews,
    PythonSyntax,
    CheckService,
  ],
})
export class CustomToolsModule {}
