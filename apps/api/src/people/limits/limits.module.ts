import { Module } from '@nestjs/common';
import { AuditModule } from '@/people/audit/audit.module';
import { GroupsModule } from '@/people/groups/groups.module';
import { UsageModule } from '@/people/usage/usage.module';
import { UsersModule } from '@/people/users/users.module';
import { LimitsController } from './limits.controller';
import { LimitsService } from './limits.service';
import { ReservationsRepository } from './reservations.repository';
import { SpendingService } from './spending.service';
import { SpentService } from './spent.service';

@Module({
  imports: [AuditModule, GroupsModule, UsageModule, UsersModule],
  controllers: [LimitsController],
  providers: [ReservationsRepository, SpentService, LimitsService, SpendingService],
  exports: [LimitsService, SpendingService],
})
export class LimitsModule {}
