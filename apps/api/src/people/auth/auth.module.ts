import { Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { HTTP_DOOR } from '@/foundation/http/http-door';
import { AuditModule } from '@/people/audit/audit.module';
import { UsersModule } from '@/people/users/users.module';
import { AuthController } from './auth.controller';
import { AuthGuard } from './auth.guard';
import { AuthService } from './auth.service';
import { ApiKeysController } from './keys/api-keys.controller';
import { ApiKeysRepository } from './keys/api-keys.repository';
import { ApiKeysService } from './keys/api-keys.service';
import { LoginLimits } from './login-limits.service';
import { LoginService } from './login.service';
import { PasswordsService } from './passwords.service';
import { RouteMarks } from './route-marks.service';
import { OwnSecondFactor } from './second-factor/own-second-factor.service';
import { SecondFactorController } from './second-factor/second-factor.controller';
import { SecondFactorsRepository } from './second-factor/second-factors.repository';
import { SecondFactors } from './second-factor/second-factors.service';
import { OwnSessions } from './sessions/own-sessions.service';
import { SessionsController } from './sessions/sessions.controller';
import { SessionsRepository } from './sessions/sessions.repository';
import { SessionsService } from './sessions/sessions.service';
import { WelcomeService } from './welcome.service';

@Module({
  imports: [DiscoveryModule, UsersModule, AuditModule],
  controllers: [AuthController, SessionsController, ApiKeysController, SecondFactorController],
  providers: [
    // The door decides the language and refuses foreign pages before anybody is asked who they are.
    ...HTTP_DOOR,
    { provide: APP_GUARD, useClass: AuthGuard },
    SessionsRepository,
    SessionsService,
    OwnSessions,
    ApiKeysRepository,
    ApiKeysService,
    PasswordsService,
    LoginLimits,
    SecondFactorsRepository,
    SecondFactors,
    OwnSecondFactor,
    LoginService,
    WelcomeService,
    AuthService,
    RouteMarks,
  ],
  exports: [AuthService, RouteMarks],
})
export class AuthModule {}
