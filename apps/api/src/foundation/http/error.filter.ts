import { Catch, type ArgumentsHost, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Response } from 'express';
import {
  DomainError,
  isDomainError,
  statusOf,
  toErrorBody,
} from '@/foundation/errors/domain-error';
import { InvalidInput, NotFound } from '@/foundation/errors/input.errors';
import { Log } from '@/foundation/logging/log';
import type { CallerRequest } from './caller';
import { BodyTooLarge, UnsupportedBody } from './http.errors';
import { localeOf } from './locale';

/** The HTTP door of the one error translation. What is not a DomainError is logged with its stack. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly log: Log) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    // Sockets answer by acknowledgement; their gateway translates there.
    if (host.getType() !== 'http') return this.log.error(thrown, `uncaught in ${host.getType()}`);
    const request = host.switchToHttp().getRequest<CallerRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    const known = fromFramework(thrown);
    if (!isDomainError(known)) this.log.error(thrown, `${request.method} ${request.path}`);
    if (response.headersSent) return void response.end();
    const locale = request.locale ?? localeOf(request.headers['accept-language']);
    const body = toErrorBody(known, locale);
    if (body.retryAfterMs !== undefined) {
      response.setHeader('Retry-After', Math.ceil(body.retryAfterMs / 1000));
    }
    response.status(statusOf(known)).json(request.isEnveloped ? { success: false, ...body } : body);
  }
}

/** Nest and body-parser throw their own classes before our code is reached. */
function fromFramework(thrown: unknown): unknown {
  if (thrown instanceof DomainError) return thrown;
  const status = thrown instanceof HttpException ? thrown.getStatus() : statusOfParser(thrown);
  if (status === 404) return new NotFound();
  if (status === 413) return new BodyTooLarge();
  if (status === 415) return new UnsupportedBody();
  if (status !== undefined && status >= 400 && status < 500) {
    return new InvalidInput([{ path: '', reason: (thrown as Error).message }]);
  }
  return thrown;
}

function statusOfParser(thrown: unknown): number | undefined {
  const { status, type } = (thrown ?? {}) as { status?: unknown; type?: unknown };
  return typeof status === 'number' && typeof type === 'string' ? status : undefined;
}
