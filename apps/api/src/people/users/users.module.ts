import { Module } from '@nestjs/common';
import { AuditModule } from '@/people/audit/audit.module';
import { AccountsService } from './accounts.service';
import { InvitationsRepository } from './invitations.repository';
import { InvitationsService } from './invitations.service';
import { UsersController } from './users.controller';
import { UsersRepository } from './users.repository';
import { UsersService } from './users.service';

@Module({
  imports: [AuditModule],
  controllers: [UsersController],
  providers: [
    UsersRepository,
    InvitationsRepository,
    InvitationsService,
    UsersService,
    AccountsService,
  ],
  exports: [UsersService, AccountsService, InvitationsService],
})
export class UsersModule {}
