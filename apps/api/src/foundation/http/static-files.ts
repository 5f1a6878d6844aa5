import path from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';

/** Files whose name carries a hash of their content never change. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** SVG icons of tools; a policy of their own keeps one that is opened by itself from running anything (S-20). */
export function serveIcons(app: NestExpressApplication, folder: string): void {
  app.useStaticAssets(folder, {
    prefix: '/static/icons/',
    index: false,
    setHeaders: (response) => {
      response.setHeader(
        'Content-Security-Policy',
        "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      );
      response.setHeader('Cache-Control', 'public, max-age=300');
    },
  });
}

/** Published JSON Schemas of the tool files; editors elsewhere may read them, too. */
export function serveSchemas(app: NestExpressApplication, folder: string): void {
  app.useStaticAssets(folder, {
    prefix: '/schemas/',
    index: false,
    setHeaders: (response) => {
      response.setHeader('Content-Type', 'application/schema+json; charset=utf-8');
      response.setHeader('Cache-Control', 'public, max-age=300');
    },
  });
}

/** The built web app; every address that is not a file or an API route is a page of it. */
export function serveWeb(app: NestExpressApplication, folder: string): void {
  app.useStaticAssets(folder, {
    index: false,
    setHeaders: (response, file) => {
      const isHashed = path.dirname(file).endsWith('assets');
      response.setHeader('Cache-Control', isHashed ? IMMUTABLE : 'no-cache');
    },
  });
  app.use((request: Request, response: Response, next: NextFunction) => {
    const isPage = request.method === 'GET' && request.accepts('html') && isPagePath(request.path);
    if (!isPage) return next();
    response.setHeader('Cache-Control', 'no-cache');
    response.sendFile('index.html', { root: folder }, (error) => error && next());
  });
}

const SERVER_PATHS = new Set(['api', 'static', 'schemas', 'socket.io', 'assets']);

/** Strict, so that no other spelling of a server's path gets a friendly 200 (S-08): pages begin with a plain word. */
function isPagePath(where: string): boolean {
  if (where === '/') return true;
  const [first = '', ...rest] = where.slice(1).replace(/\/$/, '').split('/');
  const isWord = /^[\w-]+$/.test(first) && !SERVER_PATHS.has(first.toLowerCase());
  return isWord && rest.every((part) => part !== '' && part !== '.' && part !== '..');
}
