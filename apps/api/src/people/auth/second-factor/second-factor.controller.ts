import { Body, Controller, Delete, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { RecoveryCodes, SecondFactorSecret, SecondFactorView } from '@/contract/people';
import { AppConfig } from '@/foundation/config/config';
import { addressOf } from '@/foundation/http/address';
import type { Caller } from '@/foundation/http/caller';
import { Allow, CurrentCaller } from '@/foundation/http/marks';
import { OwnSecondFactor, type Proof } from './own-second-factor.service';
import { beginSchema, confirmSchema, proofSchema } from './second-factor.dto';

@Controller('api')
export class SecondFactorController {
  constructor(
    private readonly factor: OwnSecondFactor,
    private readonly config: AppConfig,
  ) {}

  @Get('auth/totp')
  @Allow('user')
  view(@CurrentCaller() caller: Caller): Promise<SecondFactorView> {
    return this.factor.view(caller);
  }

  @Post('auth/totp/begin')
  @Allow('user')
  @HttpCode(200)
  begin(
    @CurrentCaller() caller: Caller,
    @Body({ schema: beginSchema }) { password }: { password: string },
    @Req() request: Request,
  ): Promise<SecondFactorSecret> {
    return this.factor.begin(caller, password, this.addressOf(request));
  }

  @Post('auth/totp/confirm')
  @Allow('user')
  @HttpCode(200)
  confirm(
    @CurrentCaller() caller: Caller,
    @Body({ schema: confirmSchema }) { code }: { code: string },
  ): Promise<RecoveryCodes> {
    return this.factor.confirm(caller, code);
  }

  @Post('auth/totp/remove')
  @Allow('user')
  @HttpCode(204)
  remove(
    @CurrentCaller() caller: Caller,
    @Body({ schema: proofSchema }) proof: Proof,
    @Req() request: Request,
  ): Promise<void> {
    return this.factor.remove(caller, proof, this.addressOf(request));
  }

  @Post('auth/totp/recovery-codes')
  @Allow('user')
  @HttpCode(200)
  renewRecoveryCodes(
    @CurrentCaller() caller: Caller,
    @Body({ schema: proofSchema }) proof: Proof,
    @Req() request: Request,
  ): Promise<RecoveryCodes> {
    return this.factor.renewRecoveryCodes(caller, proof, this.addressOf(request));
  }

  @Delete('admin/users/:userId/second-factor')
  @Allow('admin')
  @HttpCode(204)
  removeOf(@CurrentCaller() caller: Caller, @Param('userId') userId: string): Promise<void> {
    return this.factor.removeOf(caller, userId);
  }

  private addressOf(request: Request): string {
    return addressOf(request, this.config.http.trustedProxies);
  }
}
