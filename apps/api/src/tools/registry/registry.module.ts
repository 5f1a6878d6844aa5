import { Module } from '@nestjs/common';
import { AuditModule } from '@/people/audit/audit.module';
import { PolicyModule } from '@/people/policy/policy.module';
import { UsageModule } from '@/people/usage/usage.module';
import { RegistryService } from './registry.service';
import { ToolGate } from './tool-gate.service';
import { ToolRunner } from './tool-runner.service';
import { ToolsController } from './tools.controller';

@Module({
  imports: [PolicyModule, AuditModule, UsageModule],
  controllers: [ToolsController],
  providers: [RegistryService, ToolGate, ToolRunner],
  exports: [RegistryService, ToolRunner],
})
export class RegistryModule {}
