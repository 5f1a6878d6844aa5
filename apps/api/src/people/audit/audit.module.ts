import { Module } from '@nestjs/common';
import { AuditRepository } from './audit.repository';
import { AuditService } from './audit.service';
import { LedgerPages } from './ledger/ledger-pages.repository';
import { LedgerWriter } from './ledger/ledger-writer.service';
import { LedgerRepository } from './ledger/ledger.repository';

@Module({
  providers: [AuditRepository, LedgerRepository, LedgerPages, LedgerWriter, AuditService],
  exports: [AuditService, LedgerRepository, LedgerPages, LedgerWriter],
})
export class AuditModule {}
