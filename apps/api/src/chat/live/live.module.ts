import { Module } from '@nestjs/common';
import { ApprovalsModule } from '@/agent/approvals/approvals.module';
import { RunsModule } from '@/chat/runs/runs.module';
import { AuthModule } from '@/people/auth/auth.module';
import { LiveCommandTable } from './live-commands';
import { LiveGateway } from './live.gateway';
import { LiveNewsService } from './live-news.service';

@Module({
  imports: [AuthModule, ApprovalsModule, RunsModule],
  providers: [LiveGateway, LiveCommandTable, LiveNewsService],
})
export class LiveModule {}
