import { Module } from '@nestjs/common';
import { ContainersModule } from '@/engines/containers/containers.module';
import { AuditModule } from '@/people/audit/audit.module';
import { RegistryModule } from '@/tools/registry/registry.module';
import { ToolExecution } from './call/execution.service';
import { CustomToolsBundle } from './custom-tools.bundle';
import { CustomToolsController } from './custom-tools.controller';
import { CustomToolsService } from './custom-tools.service';
import { ToolCatalog } from './folder/tool-catalog.service';
import { ToolFolderRepository } from './folder/tool-folder.repository';
import { VersionsRepository } from './versions/versions.repository';
import { VersionsService } from './versions/versions.service';

@Module({
  imports: [AuditModule, ContainersModule, RegistryModule],
  controllers: [CustomToolsController],
  providers: [
    ToolFolderRepository,
    ToolCatalog,
    ToolExecution,
    CustomToolsBundle,
    CustomToolsService,
    VersionsRepository,
    VersionsService,
  ],
})
export class CustomToolsModule {}
