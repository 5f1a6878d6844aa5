import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import type { AppConfig } from '@/foundation/config/config';
import { NotFound } from '@/foundation/errors/input.errors';
import { Log } from '@/foundation/logging/log';
import { requestLog } from './request-log';

const BODY_LIMIT = '4mb';
/**
 * Longer than reverse proxies and clients keep an idle line, so that it is never us who hang up just as they send:
 * Node's five seconds are shorter than nginx's sixty.
 */
const KEEP_ALIVE_MS = 75_000;

/**
 * Express settings every server of ours has. Create the application with `bodyParser: false`, `rawBody: true`
 * (numbers beyond 2^53 survive only in a body's own text, A-051), and call this first.
 */
export function prepareHttp(app: NestExpressApplication, config: AppConfig): void {
  app.disable('x-powered-by');
  app.set('trust proxy', config.http.trustedProxies || false);
  app.set('query parser', 'simple');
  app.use(requestLog(app.get(Log)), securityHeaders(config.http.isHttps), refuseOptions);
  app.use('/api', keepNothing);
  app.useBodyParser('json', { limit: BODY_LIMIT });
  app.getHttpServer().keepAliveTimeout = KEEP_ALIVE_MS;
}

/** Answers of the API are nobody's to keep. */
function keepNothing(_: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}

/** Express answers OPTIONS by itself, past every guard; there is no cross-origin use, so nobody needs it (S-08). */
function refuseOptions(request: Request, _: Response, next: NextFunction): void {
  next(request.method === 'OPTIONS' ? new NotFound() : undefined);
}

function securityHeaders(isHttps: boolean) {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Component and highlighting libraries place inline styles; scripts stay strict.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // No remote image: an answer must not be able to carry anything out (S-23).
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
  });
}
