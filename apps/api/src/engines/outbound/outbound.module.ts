import { Module } from '@nestjs/common';
import { AuditModule } from '@/people/audit/audit.module';
import { OutboundController } from './outbound.controller';
import { OutboundService } from './outbound.service';

/** Every request to an address somebody typed in leaves the house here. */
@Module({
  imports: [AuditModule],
  controllers: [OutboundController],
  providers: [OutboundService],
  exports: [OutboundService],
})
export class OutboundModule {}
