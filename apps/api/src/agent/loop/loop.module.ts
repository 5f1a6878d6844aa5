import { Module } from '@nestjs/common';
import { ApprovalsModule } from '@/agent/approvals/approvals.module';
import { ModelsModule } from '@/engines/models/models.module';
import { LimitsModule } from '@/people/limits/limits.module';
import { RegistryModule } from '@/tools/registry/registry.module';
import { LoopService } from './loop.service';
import { PromptService } from './prompt.service';
import { ToolCallsService } from './tool-calls.service';

@Module({
  imports: [ModelsModule, RegistryModule, LimitsModule, ApprovalsModule],
  providers: [LoopService, PromptService, ToolCallsService],
  exports: [LoopService, ToolCallsService],
})
export class LoopModule {}
