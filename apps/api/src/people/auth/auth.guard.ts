import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { AppConfig } from '@/foundation/config/config';
import type { ApiKeyScope } from '@/contract/people';
import type { CallerRequest } from '@/foundation/http/caller';
import { localeOf } from '@/foundation/http/locale';
import { ENTRY_MARK, KEY_MARK, type Entry } from '@/foundation/http/marks';
import { NotAllowed, NotByKey, Unauthenticated } from './auth.errors';
import { AuthService, type RequestIdentity } from './auth.service';
import { credentialsOf, type Credentials } from './credentials';
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
    const credentials = credentialsOf(request);
    const marked = [context.getHandler(), context.getClass()];
    const entry = this.reflector.getAllAndOverride<Entry | undefined>(ENTRY_MARK, marked);
    // Where nobody has to be known a key is nobody: signing in and out is for browsers.
    if (entry?.public && credentials.keys.length > 0) return true;
    const response = context.switchToHttp().getResponse<Response>();
    const identity = await this.identify(credentials, request, response);
    if (entry?.public) return true;
    if (!identity) throw new Unauthenticated();
    requireScope(
      identity,
      this.reflector.getAllAndOverride<ApiKeyScope | undefined>(KEY_MARK, marked),
    );
    if (!entry || (entry.role === 'admin' && identity.caller.role !== 'admin'))
      throw new NotAllowed();
    return true;
  }

  private async identify(
    credentials: Credentials,
    request: CallerRequest,
    response: Response,
  ): Promise<RequestIdentity | null> {
    const locale = request.locale ?? localeOf(request.headers['accept-language']);
    const identity = await this.auth.findIdentity(credentials, locale);
    if (!identity) return null;
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
    return identity;
  }
}

function requireScope({ scopes }: RequestIdentity, wanted: ApiKeyScope | undefined): void {
  if (scopes && !(wanted && scopes.includes(wanted))) throw new NotByKey();
}
