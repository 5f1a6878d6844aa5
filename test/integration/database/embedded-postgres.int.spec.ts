import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { EmbeddedPostgresFailed } from '@/foundation/database/database.errors';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@/foundation/database/embedded-postgres';

describe('the embedded PostgreSQL', () => {
  let folder: string;
  let started: EmbeddedPostgres[];

  const start = async (dataDir = path.join(folder, 'data')): Promise<EmbeddedPostgres> => {
    const server = await startEmbeddedPostgres(dataDir);
    started.push(server);
    return server;
  };

  beforeAll(async () => {
    // Mode 700, as `mktemp -d` makes it: for root, PostgreSQL's account may not pass here.
    folder = await mkdtemp(path.join(os.tmpdir(), 'toolyard-pg-'));
  });

  beforeEach(() => (started = []));

  afterEach(async () => {
    for (const server of started) await server.stop();
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('listens on nothing but a socket that only its owner reaches', async () => {
    const { url } = await start();
    const [{ listening }] = await ask<{ listening: string }>(
      url,
      `SELECT current_setting('listen_addresses') AS listening`,
    );
    expect(listening).toBe('');
    expect((await stat(socketFolderOf(url))).mode & 0o077).toBe(0);
  });

  it('gives the product a role that is not the superuser', async () => {
    const { url } = await start();
    const [role] = await ask(
      url,
      'SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = current_user',
    );
    expect(role).toEqual({ rolsuper: false, rolcreatedb: false, rolcreaterole: false });
  });

  it('never runs as root', async () => {
    const { url } = await start();
    const status = await readFile(`/proc/${await postmasterPid(folder)}/status`, 'utf8');
    expect(status).toMatch(/^Uid:\t[1-9]/m);
    // At most the right to pass a closed folder is left of root's.
    expect(status).toMatch(/^CapEff:\t000000000000000[0-6]$/m);
    expect(url).toContain('toolyard@');
  });

  it('keeps its rows from one start to the next', async () => {
    const first = await start();
    await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    await first.stop();
    const second = await start();
    expect(await ask(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('is found running and used again when it was left behind', async () => {
    const first = await start();
    const pid = await postmasterPid(folder);
    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await postmasterPid(folder)).toBe(pid);
    await second.stop();
    await expect(ask(first.url, 'SELECT 1')).rejects.toThrow();
  });

  it('comes back after it was killed in the middle of writing, with everything committed', async () => {
    const first = await start();
    await ask(first.url, 'CREATE TABLE rows AS SELECT generate_series(1, 1000) AS n');
    const open = new Client(socketClient(first.url));
    open.on('error', () => undefined);
    await open.connect();
    await open.query('BEGIN; INSERT INTO rows SELECT generate_series(1001, 2000)');
    process.kill(await postmasterPid(folder), 'SIGKILL');
    const second = await start();
    expect(await ask(second.url, 'SELECT count(*)::int AS n FROM rows')).toEqual([{ n: 1000 }]);
  });

  it('does not take a foreign process for its own when the pid file is stale', async () => {
    const first = await start();
    await first.stop();
    const bystander = await sleeper();
    const pidFile = path.join(folder, 'data/postgres/cluster/postmaster.pid');
    await writeFile(pidFile, `${bystander.pid}\n/nowhere\n1\n5432\n/nowhere\n\n`);
    if (process.getuid?.() === 0) {
      const second = await start();
      expect(await ask(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      await second.stop();
    }
    await first.stop();
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
    bystander.kill();
    await rm(pidFile, { force: true });
  });

  it('starts anew when the first start was cut off', async () => {
    const data = path.join(folder, 'cut-off');
    await mkdir(path.join(data, 'postgres/cluster.new/base'), { recursive: true });
    const { url } = await start(data);
    expect(await ask(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('works below a path that is too long, or too strange, for a socket', async () => {
    const deep = path.join(folder, 'a folder, named 中文', 'x'.repeat(120));
    const { url } = await start(deep);
    expect(socketFolderOf(url).length).toBeLessThan(87);
    expect(await ask(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect((await stat(socketFolderOf(url))).mode & 0o077).toBe(0);
  });

  it('says what PostgreSQL said when it cannot start', async () => {
    const first = await start();
    await first.stop();
    const settings = path.join(folder, 'data/postgres/cluster/postgresql.auto.conf');
    await writeFile(settings, 'shared_buffers = none\n');
    const failure = startEmbeddedPostgres(path.join(folder, 'data'));
    await expect(failure).rejects.toThrow(EmbeddedPostgresFailed);
    await expect(failure).rejects.toThrow('shared_buffers');
    await writeFile(settings, '');
  });

  it('serves a plain user as it serves root', async () => {
    const data = path.join(folder, 'plain');
    await mkdir(data);
    if (process.getuid?.() === 0) {
      await chmod(folder, 0o755);
      await chown(data, 65_534, 65_534);
      // Folders that already belong to an ordinary account stay with that account.
      await mkdir(path.join(data, 'postgres'), { mode: 0o700 });
      await chown(path.join(data, 'postgres'), 65_534, 65_534);
    }
    const { url } = await start(data);
    const owner = (await stat(path.join(data, 'postgres/cluster'))).uid;
    expect(owner).toBe(process.getuid?.() === 0 ? 65_534 : process.getuid?.());
    expect(await ask(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('ends with a fast shutdown although clients are connected', async () => {
    const server = await start();
    const client = new Client(socketClient(server.url));
    const errors: Error[] = [];
    client.on('error', (error) => errors.push(error));
    await client.connect();
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    await server.stop();
    await ended;
    expect(errors).not.toEqual([]);
    await expect(postmasterPid(folder)).rejects.toThrow('ENOENT');
  });
});

const socketFolderOf = (url: string): string => new URL(url).searchParams.get('host') ?? '';

const socketClient = (url: string) => ({
  host: socketFolderOf(url),
  user: 'toolyard',
  database: 'toolyard',
});

async function ask<Row = unknown>(url: string, sql: string): Promise<[Row, ...Row[]]> {
  const client = new Client(socketClient(url));
  await client.connect();
  try {
    return (await client.query(sql)).rows as [Row, ...Row[]];
  } finally {
    await client.end();
  }
}

async function postmasterPid(folder: string): Promise<number> {
  const file = path.join(folder, 'data/postgres/cluster/postmaster.pid');
  return Number((await readFile(file, 'utf8')).split('\n')[0]);
}

async function sleeper(): Promise<ChildProcess> {
  const child = spawn('sleep', ['600']);
  await once(child, 'spawn');
  return child;
}
