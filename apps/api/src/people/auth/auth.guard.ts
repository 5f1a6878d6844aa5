import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { AppConfig } from '@/foundation/config/config';
import type { CallerRequest } from '@/foundation/http/caller';
import { localeOf } from '@/foundation/http/locale';
import { ENTRY_MARK, type Entry } from '@/foundation/http/marks';
import { NotAllowed, Unauthenticated } from './auth.errors';
import { AuthService } from './auth.service';
import { cookieName, lastingCookieOptions } from './session-cookie';

/** The one guard: who is asking, and may they enter. Being a guard it stands at the handler, whatever the path (S-08). */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly auth: AuthService,
    private readonly config: AppConfig,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    // Sockets are let in once, by their gateway, and watched from then on.
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<CallerRequest>();
    await this.identify(request, context.switchToHttp().getResponse<Response>());
    const entry = this.reflector.getAllAndOverride<Entry | undefined>(ENTRY_MARK, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (entry?.public) return true;
    if (!request.caller) throw new Unauthenticated();
    if (!entry || (entry.role === 'admin' && request.caller.role !== 'admin'))
      throw new NotAllowed();
    return true;
  }

  private async identify(request: CallerRequest, response: Response): Promise<void> {
    const locale = request.locale ?? localeOf(request.headers['accept-language']);
    const identity = await this.auth.findIdentity(request.headers.cookie, locale);
    if (!identity) return;
    request.caller = identity.caller;
    request.locale = identity.caller.locale;
    const { isHttps } = this.config.http;
    if (identity.replacementToken) {
      response.cookie(
        cookieName(isHttps),
        identity.replacementToken,
        lastingCookieOptions(isHttps),
      );
    }
  }
}
