import { Module } from '@nestjs/common';
import { AuditModule } from '@/people/audit/audit.module';
import { UsersModule } from '@/people/users/users.module';
import { PolicyRepository } from './policy.repository';
import { PolicyService } from './policy.service';

@Module({
  imports: [AuditModule, UsersModule],
  providers: [PolicyRepository, PolicyService],
  exports: [PolicyService],
})
export class PolicyModule {}
