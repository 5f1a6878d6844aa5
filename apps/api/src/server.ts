import path from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from '@/app.module';
import { LiveAdapter } from '@/chat/live/live.adapter';
import type { AppConfig } from '@/foundation/config/config';
import type { Database } from '@/foundation/database/database';
import { prepareHttp } from '@/foundation/http/prepare-http';
import { serveIcons, serveSchemas, serveWeb } from '@/foundation/http/static-files';
import { Log } from '@/foundation/logging/log';

export interface ServerFolders {
  /** The built web app; without it only the API answers. */
  web: string;
  icons: string;
  /** JSON Schemas of the tool files; without it none are served. */
  schemas?: string;
}

/** The build mirrors the repository below dist/: from dist/apps/api/src three up is dist itself. */
const ROOT = path.resolve(__dirname, '../../..');

export const defaultFolders = (root = ROOT): ServerFolders => ({
  web: path.join(root, 'web'),
  icons: path.join(root, '../static/icons'),
  schemas: path.join(root, '../static/schemas'),
});

/** The whole server, ready to listen. Tests and main.ts build the same one. */
export async function createServer(
  config: AppConfig,
  database: Database,
  folders: ServerFolders,
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(config, database), {
    bodyParser: false,
    rawBody: true,
    bufferLogs: true,
    abortOnError: false,
  });
  app.useLogger(app.get(Log));
  app.useWebSocketAdapter(new LiveAdapter(app, config.http.publicUrl));
  prepareHttp(app, config);
  serveIcons(app, folders.icons);
  if (folders.schemas !== undefined) serveSchemas(app, folders.schemas);
  serveWeb(app, folders.web);
  return app;
}
