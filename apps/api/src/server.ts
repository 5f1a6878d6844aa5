import path from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import cookieParser from 'cookie-parser';
import express, { type NextFunction, type Request, type Response } from 'express';
import helmet from 'helmet';
import { AppModule } from '@/app.module';
import { LiveAdapter } from '@/chat/live/live.adapter';
import type { AppConfig } from '@/foundation/config/config';
import type { Database } from '@/foundation/database/database';
import { requestLog } from '@/foundation/http/request-log';
import { serveIcons, serveWeb } from '@/foundation/http/static-files';
import { Log } from '@/foundation/logging/log';

export interface ServerFolders {
  /** The built web app; without it only the API answers. */
  web: string;
  icons: string;
}

/** From src and from dist alike: five folders up is the repository. */
const ROOT = path.resolve(__dirname, '../../..');

export const defaultFolders = (root = ROOT): ServerFolders => ({
  web: path.join(root, 'web'),
  icons: path.join(root, '../static/icons'),
});

/** The whole server, ready to listen. Tests and main.ts build the same one. */
export async function createServer(
  config: AppConfig,
  database: Database,
  folders: ServerFolders,
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(config, database), {
    bodyParser: false,
    bufferLogs: true,
    abortOnError: false,
  });
  app.useLogger(app.get(Log));
  app.set('trust proxy', config.http.trustedProxies);
  app.disable('x-powered-by');
  app.useWebSocketAdapter(new LiveAdapter(app, config.http.publicUrl));
  app.use(requestLog(app.get(Log)), helmet(securityHeaders(config)), cookieParser());
  app.use('/api', noStore, express.json({ limit: '4mb', strict: false, verify: keepRawBody }));
  serveIcons(app, folders.icons);
  serveWeb(app, folders.web);
  return app;
}

/** API answers are nobody's to keep. */
function noStore(_: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}

/** Numbers beyond 2^53 survive only in the text itself. */
function keepRawBody(request: Request & { rawBody?: Buffer }, _: unknown, body: Buffer): void {
  request.rawBody = body;
}

/** Nothing of another origin runs, loads or frames this site (S-12, S-19, S-23). */
function securityHeaders({ http }: AppConfig): Parameters<typeof helmet>[0] {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: http.isHttps,
    crossOriginEmbedderPolicy: false,
  };
}
