import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Type } from '@nestjs/common';
import { readConfig } from '@/foundation/config/config';
import { createServer } from '@/server';
import { Visitor } from './visitor';
import { openTestDatabase, type TestDatabase } from './test-database';

const ROOT = path.resolve(__dirname, '../..');

export const ADMIN = { email: 'admin@example.org', password: 'correct horse battery' };

/** The whole server as main.ts starts it, on a fresh database and data folder, with a first administrator. */
export class WholeServer {
  static async start(env: Record<string, string> = {}): Promise<WholeServer> {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'toolyard-e2e-'));
    const opened = await openTestDatabase();
    const config = readConfig({
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDir,
      CUSTOM_TOOL_DIR: path.join(ROOT, 'data/custom_tools'),
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...(process.env.DOCKER_HOST && { DOCKER_HOST: process.env.DOCKER_HOST }),
      ...env,
    });
    const app = await createServer(config, opened.database, {
      web: path.join(ROOT, 'dist/web'),
      icons: path.join(ROOT, 'static/icons'),
      schemas: path.join(ROOT, 'static/schemas'),
    });
    await app.listen(0, '127.0.0.1');
    return new WholeServer(app, opened, dataDir);
  }

  private readonly visitors: Visitor[] = [];

  private constructor(
    readonly app: NestExpressApplication,
    readonly opened: TestDatabase,
    readonly dataDir: string,
  ) {}

  get url(): string {
    const { port } = this.app.getHttpServer().address() as { port: number };
    return `http://127.0.0.1:${port}`;
  }

  get<Service>(type: abstract new (...values: never[]) => Service): Service {
    return this.app.get<Service>(type as Type<Service>, { strict: false });
  }

  /** Somebody with a browser's cookie jar and socket, not signed in yet. */
  visitor(locale?: string): Visitor {
    const visitor = new Visitor(this.url, locale);
    this.visitors.push(visitor);
    return visitor;
  }

  async admin(): Promise<Visitor> {
    const visitor = this.visitor();
    await visitor.signIn(ADMIN.email, ADMIN.password);
    return visitor;
  }

  /** A colleague without administrator rights, invited by link as people are. */
  async user(email = 'user@example.org', password = 'another long password'): Promise<Visitor> {
    const admin = await this.admin();
    const { link } = await admin.post<{ link: string }>('/api/admin/users', {
      email,
      name: 'Colleague',
      role: 'user',
    });
    const visitor = this.visitor();
    const token = link.split('#')[1];
    await visitor.post('/api/auth/invitations/accept', { token, name: 'Colleague', password });
    return visitor;
  }

  async close(): Promise<void> {
    this.visitors.forEach((visitor) => visitor.leave());
    await this.app.close();
    await this.opened.close();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
