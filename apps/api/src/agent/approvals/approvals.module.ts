import { Module } from '@nestjs/common';
import { GroupsModule } from '@/people/groups/groups.module';
import { PolicyModule } from '@/people/policy/policy.module';
import { UsersModule } from '@/people/users/users.module';
import { ApprovalAnswers } from './approval-answers.service';
import { ApprovalViews } from './approval-views.service';
import { ApprovalWatch } from './approval-watch.service';
import { ApprovalsController } from './approvals.controller';
import { ApprovalsRepository } from './approvals.repository';
import { ApprovalsService } from './approvals.service';

@Module({
  imports: [UsersModule, GroupsModule, PolicyModule],
  controllers: [ApprovalsController],
  providers: [ApprovalsRepository, ApprovalViews, ApprovalWatch, ApprovalsService, ApprovalAnswers],
  exports: [ApprovalsService, ApprovalAnswers],
})
export class ApprovalsModule {}
