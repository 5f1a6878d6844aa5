import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ContainerStock } from '@/engines/containers/stock/container-stock.service';
import { AppConfig, readConfig } from '@/foundation/config/config';
import { connect } from '@/foundation/database/connect';
import type { Database } from '@/foundation/database/database';
import { startEmbeddedPostgres } from '@/foundation/database/embedded-postgres';
import type { Caller } from '@/foundation/http/caller';
import { ToolRunner } from '@/tools/registry/tool-runner.service';
import { createServer } from '@/server';
import { pause } from './numbers';

export const SCRIPT = 'print(1)';
export const STOCK = 8;
const ADMIN_EMAIL = 'bench@example.org';
/** The same script as a tool of its own kind of container each. */
const TOOLS = { one: {}, kept: { isolation: 'reuse' } };

export type BenchTool = keyof typeof TOOLS;

/** What `npm run bench -- tools` measures: one seam per way of running the script. */
export class ToolBench {
  private home!: string;
  private app!: NestExpressApplication;
  private database!: Database;
  private stopDatabase!: () => Promise<void>;
  private callers!: Caller[];

  /** The whole server with a database of its own, two administrators and two custom tools. */
  async open(): Promise<void> {
    this.home = await mkdtemp(path.join(os.tmpdir(), 'toolyard-bench-'));
    await Promise.all(Object.entries(TOOLS).map(([id, keys]) => this.writeTool(id, keys)));
    const config = readConfig({
      ...process.env,
      DATA_DIR: this.home,
      CUSTOM_TOOL_DIR: path.join(this.home, 'tools'),
      LOG_LEVEL: 'error',
      ADMIN_EMAIL,
      ADMIN_PASSWORD: randomUUID(),
      CONTAINER_STOCK: String(STOCK),
      CONTAINER_STOCK_MAX: '8',
      CONTAINERS_AT_ONCE: '8',
      CONTAINERS_PER_PERSON: '8',
    });
    const postgres = await startEmbeddedPostgres(this.home);
    this.stopDatabase = () => postgres.stop();
    this.database = await connect(postgres.url);
    this.app = await createServer(config, this.database, { web: this.home, icons: this.home });
    await this.app.init();
    this.callers = await this.findCallers();
    await this.waitForStock();
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.database.close();
    await this.stopDatabase();
    await rm(this.home, { recursive: true, force: true });
  }

  /**
   * The call that is measured: from the tool runner's start to its result, policy and records included. `person` is
   * one of the two administrators.
   */
  async callOnce(name: BenchTool = 'one', person: 0 | 1 = 0): Promise<void> {
    const caller = this.callers[person];
    if (!caller) throw new Error('there are two administrators');
    const { outcome } = await this.app.get(ToolRunner, { strict: false }).run(caller, {
      name,
      argumentsText: '{}',
      context: {
        callId: randomUUID(),
        conversationId: null,
        runId: null,
        signal: new AbortController().signal,
      },
    });
    if (outcome.message !== '1') throw new Error(`the call ended as ${JSON.stringify(outcome)}`);
  }

  /** As a call meets a machine at rest: the stock is full and nothing is being made. */
  async waitForStock(): Promise<void> {
    const stock = this.app.get(ContainerStock, { strict: false });
    while (stock.idle < STOCK) await pause(10);
  }

  private async findCallers(): Promise<Caller[]> {
    await this.database.query(
      `INSERT INTO users (email, name, password_hash, role, created_at)
       SELECT 'second.' || email, name, password_hash, role, created_at FROM users`,
    );
    const users = await this.database.query<{ id: string }>('SELECT id FROM users ORDER BY email');
    const common = { name: 'Bench', role: 'admin', locale: 'en', sessionId: null } as const;
    return users.map(({ id }) => ({ userId: id, ...common }));
  }

  private async writeTool(id: string, keys: object): Promise<void> {
    const folder = path.join(this.home, 'tools', id);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'definition.json'), JSON.stringify({ id, ...keys }));
    await writeFile(path.join(folder, 'execution.py'), `${SCRIPT}\n`);
  }

  /** The same script in the same image under the same limits, the ordinary way. */
  dockerRun(): Promise<void> {
    const { host, image } = this.app.get(AppConfig, { strict: false }).containers;
    const docker = spawn(
      'docker',
      ['run', '--rm', ...LIMITS, image, 'python3', '-I', '-c', SCRIPT],
      {
        env: { ...process.env, ...(host && { DOCKER_HOST: host }) },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    return new Promise((resolve, reject) => {
      docker.on('error', reject);
      docker.on('close', (code) => {
        if (code === 0) resolve();
        else reject(new Error(`docker run ended with ${code}`));
      });
    });
  }
}

const LIMITS = [
  ['--network', 'none'],
  ['--cap-drop', 'ALL'],
  ['--security-opt', 'no-new-privileges'],
  ['--user', '10001:10001'],
  ['--read-only'],
  ['--memory', '512m'],
  ['--memory-swap', '512m'],
  ['--cpus', '1'],
  ['--pids-limit', '256'],
  ['--tmpfs', '/tmp:rw,noexec,nosuid,nodev,size=64m'],
  ['--tmpfs', '/work:rw,noexec,nosuid,nodev,size=64m'],
  ['--log-driver', 'none'],
  ['--entrypoint', ''],
].flat();
