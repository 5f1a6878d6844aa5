import { Module } from '@nestjs/common';
import { AuditModule } from '@/people/audit/audit.module';
import { UsersModule } from '@/people/users/users.module';
import { LedgerChecks } from './ledger-check.service';
import { LedgerController } from './ledger.controller';
import { LedgerRetention } from './ledger-retention.service';
import { LedgerService } from './ledger.service';

/** Reading the ledger; writing is the pen's, in people/audit, which everybody may use. */
@Module({
  imports: [AuditModule, UsersModule],
  controllers: [LedgerController],
  providers: [LedgerService, LedgerChecks, LedgerRetention],
})
export class LedgerModule {}
