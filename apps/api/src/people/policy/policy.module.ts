import { Module } from '@nestjs/common';
import { AuditModule } from '@/people/audit/audit.module';
import { GroupsModule } from '@/people/groups/groups.module';
import { UsersModule } from '@/people/users/users.module';
import { PolicyVersions } from './policy-versions.service';
import { PolicyRepository } from './policy.repository';
import { PolicyService } from './policy.service';

@Module({
  imports: [AuditModule, GroupsModule, UsersModule],
  providers: [PolicyRepository, PolicyVersions, PolicyService],
  exports: [PolicyService, PolicyVersions],
})
export class PolicyModule {}
