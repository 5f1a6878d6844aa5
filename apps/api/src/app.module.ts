import { type DynamicModule, Module } from '@nestjs/common';
import { ApprovalsModule } from '@/agent/approvals/approvals.module';
import { LoopModule } from '@/agent/loop/loop.module';
import { CustomToolsModule } from '@/bundles/custom-tools/custom-tools.module';
import { ConversationsModule } from '@/chat/conversations/conversations.module';
import { LiveModule } from '@/chat/live/live.module';
import { RunsModule } from '@/chat/runs/runs.module';
import { PolicyAdminModule } from '@/endpoints/admin/policy-admin.module';
import { HealthModule } from '@/endpoints/health/health.module';
import { ContainersModule } from '@/engines/containers/containers.module';
import { EgressModule } from '@/engines/egress/egress.module';
import { ModelsModule } from '@/engines/models/models.module';
import { OutboundModule } from '@/engines/outbound/outbound.module';
import type { AppConfig } from '@/foundation/config/config';
import type { Database } from '@/foundation/database/database';
import { FoundationModule } from '@/foundation/foundation.module';
import { AuditModule } from '@/people/audit/audit.module';
import { LedgerModule } from '@/people/audit/ledger/ledger.module';
import { AuthModule } from '@/people/auth/auth.module';
import { GroupsModule } from '@/people/groups/groups.module';
import { LimitsModule } from '@/people/limits/limits.module';
import { PolicyModule } from '@/people/policy/policy.module';
import { UsageModule } from '@/people/usage/usage.module';
import { UsersModule } from '@/people/users/users.module';
import { RegistryModule } from '@/tools/registry/registry.module';
import { ResultFilesModule } from '@/tools/result-files/result-files.module';

/** Every room of the house, ground floor first. This is the only list of them. */
@Module({})
export class AppModule {
  static with(config: AppConfig, database: Database): DynamicModule {
    return {
      module: AppModule,
      imports: [
        FoundationModule.with(config, database),
        ...[
          UsersModule,
          GroupsModule,
          AuthModule,
          PolicyModule,
          AuditModule,
          LedgerModule,
          UsageModule,
          LimitsModule,
        ],
        ...[OutboundModule, ModelsModule, EgressModule, ContainersModule],
        ...[RegistryModule, ResultFilesModule],
        ...[CustomToolsModule],
        ...[ApprovalsModule, LoopModule],
        ...[ConversationsModule, RunsModule, LiveModule],
        ...[PolicyAdminModule, HealthModule],
      ],
    };
  }
}
