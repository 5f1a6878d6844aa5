import { Module } from '@nestjs/common';
import { AuditModule } from '@/people/audit/audit.module';
import { UsersModule } from '@/people/users/users.module';
import { GroupsController } from './groups.controller';
import { GroupsRepository } from './groups.repository';
import { GroupsService } from './groups.service';

@Module({
  imports: [AuditModule, UsersModule],
  controllers: [GroupsController],
  providers: [GroupsRepository, GroupsService],
  exports: [GroupsService],
})
export class GroupsModule {}
