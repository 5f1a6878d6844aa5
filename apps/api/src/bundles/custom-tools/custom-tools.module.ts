import { Module } from '@nestjs/common';
import { ContainersModule } from '@/engines/containers/containers.module';
import { AuditModule } from '@/people/audit/audit.module';
import { RegistryModule } from '@/tools/registry/registry.module';
import { CheckController } from './check/check.controller';
import { CheckService } from './check/check.service';
import { PythonSyntax } from './check/python-syntax.service';
import { ToolExecution } from './call/execution.service';
import { CustomToolsBundle } from './custom-tools.bundle';
import { CustomToolsController } from './custom-tools.controller';
import { CustomToolsService } from './custom-tools.service';
import { IdLock } from './folder/id-lock';
import { ToolCatalog } from './folder/tool-catalog.service';
import { ToolFolderRepository } from './folder/tool-folder.repository';
import { ToolPlaces } from './folder/tool-places.service';
import { DiskLook } from './versions/disk-look.service';
import { Publishing } from './versions/publishing.service';
import { ToolStatesRepository } from './states/tool-states.repository';
import { ToolStates } from './states/tool-states.service';
import { KnownTools } from './call/known-tools.service';
import { ToolSecretsController } from './secrets/secrets.controller';
import { ToolSecretsRepository } from './secrets/secrets.repository';
import { ToolSecrets } from './secrets/tool-secrets.service';
import { ToolCallsController } from './calls/calls.controller';
import { CallsRepository } from './calls/calls.repository';
import { ToolCalls } from './calls/tool-calls.service';
import { ToolTries } from './tries/tool-tries.service';
import { TriesController } from './tries/tries.controller';
import { VersionsRepository } from './versions/versions.repository';
import { VersionsService } from './versions/versions.service';
import { Removal } from './workshop/removal.service';
import { Standings } from './versions/standings.service';
import { TestResultsRepository } from './tests/test-results.repository';
import { DraftUsesRepository } from './workshop/draft-uses.repository';
import { DraftChats } from './workshop/draft-chats.service';
import { ToolSwitches } from './workshop/tool-switches.service';
import { Releases } from './workshop/releases.service';
import { Drafts } from './workshop/drafts.service';
import { WorkshopService } from './workshop/workshop.service';
import { VersionRows } from './workshop/version-rows.service';
import { WorkshopController } from './workshop/workshop.controller';
import { Transfer } from './transfer/transfer.service';
import { TransferController } from './transfer/transfer.controller';

@Module({
  imports: [AuditModule, ContainersModule, RegistryModule],
  controllers: [TriesController, ToolCallsController, TransferController, WorkshopController, ToolSecretsController, CustomToolsController, CheckController],
  providers: [
    ToolFolderRepository,
    ToolCatalog,
    ToolPlaces,
    IdLock,
    ToolExecution,
    ToolStatesRepository,
    ToolStates,
    KnownTools,
    ToolSecretsRepository,
    ToolSecrets,
    CallsRepository,
    ToolCalls,
    ToolTries,
    CustomToolsBundle,
    CustomToolsService,
    VersionsRepository,
    VersionsService,
    DiskLook,
    Publishing,
    Transfer,
    VersionRows,
    WorkshopService,
    Drafts,
    Releases,
    ToolSwitches,
    DraftChats,
    DraftUsesRepository,
    TestResultsRepository,
    Standings,
    Removal,
    PythonSyntax,
    CheckService,
  ],
})
export class CustomToolsModule {}
