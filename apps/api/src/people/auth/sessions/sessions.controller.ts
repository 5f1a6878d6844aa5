import { Controller, Delete, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { SessionRow } from '@/contract/people';
import { AppConfig } from '@/foundation/config/config';
import type { Caller } from '@/foundation/http/caller';
import { Allow, CurrentCaller } from '@/foundation/http/marks';
import { cookieName, cookieOptions } from '../session-cookie';
import { OwnSessions } from './own-sessions.service';

/** Where a person is signed in; nobody reaches the logins of somebody else here. */
@Controller('api/auth/sessions')
@Allow('user')
export class SessionsController {
  constructor(
    private readonly sessions: OwnSessions,
    private readonly config: AppConfig,
  ) {}

  @Get()
  async list(@CurrentCaller() caller: Caller): Promise<{ items: SessionRow[] }> {
    return { items: await this.sessions.list(caller) };
  }

  @Delete(':sessionId')
  @HttpCode(204)
  end(@CurrentCaller() caller: Caller, @Param('sessionId') sessionId: string): Promise<void> {
    return this.sessions.end(caller, sessionId);
  }

  @Post('end-others')
  @HttpCode(204)
  endOthers(@CurrentCaller() caller: Caller): Promise<void> {
    return this.sessions.endOthers(caller);
  }

  @Post('end-all')
  @HttpCode(204)
  async endAll(
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.sessions.endAll(caller);
    const { isHttps } = this.config.http;
    response.clearCookie(cookieName(isHttps), cookieOptions(isHttps));
  }
}
