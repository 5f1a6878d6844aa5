import { Module } from '@nestjs/common';
import { PolicyModule } from '@/people/policy/policy.module';
import { RegistryModule } from '@/tools/registry/registry.module';
import { PolicyAdminController } from './policy-admin.controller';
import { PolicyOverview } from './policy-overview.service';

@Module({
  imports: [PolicyModule, RegistryModule],
  controllers: [PolicyAdminController],
  providers: [PolicyOverview],
})
export class PolicyAdminModule {}
