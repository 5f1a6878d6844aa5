import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { AppConfig } from '@/foundation/config/config';
import type { CallerRequest } from './caller';
import { ForeignOrigin, UnsupportedBody } from './http.errors';
import { localeOf } from './locale';
import { BODY_MARK, ENVELOPE_MARK } from './marks';
import { isOwnOrigin } from './origin';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** First guard of every route: language, error envelope, and no state change on behalf of a foreign page. */
@Injectable()
export class DoorGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly config: AppConfig,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<CallerRequest>();
    request.locale = localeOf(request.headers['accept-language']);
    request.isEnveloped = this.reflector.getAllAndOverride<boolean | undefined>(ENVELOPE_MARK, [
      context.getHandler(),
      context.getClass(),
    ]);
    // What is behind a login must not stay in a cache; a route may say otherwise.
    context.switchToHttp().getResponse<Response>().setHeader('Cache-Control', 'no-store');
    if (!SAFE.has(request.method)) {
      const type = this.reflector.get<string | undefined>(BODY_MARK, context.getHandler());
      this.checkStateChange(request, type ?? 'application/json');
    }
    return true;
  }

  private checkStateChange(request: CallerRequest, type: string): void {
    if (!isOwnOrigin(request.headers, this.config.http.publicUrl)) throw new ForeignOrigin();
    const length = request.headers['content-length'];
    const hasBody = request.headers['transfer-encoding'] !== undefined || Number(length ?? 0) > 0;
    if (hasBody && !request.is(type)) throw new UnsupportedBody(type);
  }
}
