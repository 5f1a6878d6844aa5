import { Module } from '@nestjs/common';
import { PolicyModule } from '@/people/policy/policy.module';
import { RegistryModule } from '@/tools/registry/registry.module';
import { PolicyAdminController } from './policy-admin.controller';
import { PolicyAnswers } from './policy-answers.service';
import { PolicyChanges } from './policy-changes.service';
import { PolicyViewService } from './policy-view.service';

@Module({
  imports: [PolicyModule, RegistryModule],
  controllers: [PolicyAdminController],
  providers: [PolicyViewService, PolicyChanges, PolicyAnswers],
})
export class PolicyAdminModule {}
