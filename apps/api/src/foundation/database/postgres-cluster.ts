import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { lstat, mkdir, open, readFile, readlink, realpath, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { EmbeddedPostgresFailed } from './database.errors';
import type { PostgresAccount } from './postgres-account';

const run = promisify(execFile);

/** A unix socket's path has 107 bytes at most (sun_path less the NUL); PostgreSQL's file name takes 21 of them. */
const LONGEST_SOCKET_FOLDER = 86;
/** What PostgreSQL can take from a list of folders without quoting. */
const PLAIN_PATH = /^[\w./-]+$/;
const START_MS = 30_000;
const STOP_MS = 30_000;
const SUPERUSER = 'owner';

/** One PostgreSQL server over one data folder, reached only through a socket in a folder nobody else may enter. */
export class PostgresCluster {
  private readonly data: string;
  private readonly logFile: string;
  private readonly ownSocketFolder: string;

  constructor(
    private readonly root: string,
    private readonly programs: string,
    private readonly account: PostgresAccount,
  ) {
    this.data = path.join(root, 'cluster');
    this.logFile = path.join(root, 'postgres.log');
    this.ownSocketFolder = isSocketFolder(root) ? root : shortFolderFor(root);
  }

  /** Address of a database in this server. pg takes the folder of a socket as the parameter `host`. */
  async url(role: string, database: string): Promise<string> {
    const folder = (await this.postmaster())?.socketFolder ?? this.ownSocketFolder;
    return `postgres://${role}@localhost/${database}?host=${encodeURIComponent(folder)}`;
  }

  /** False when it ran already. */
  async start(): Promise<boolean> {
    await this.initialise();
    if (await this.isAnswering()) return false;
    await this.claimSocketFolder();
    await this.launch();
    return true;
  }

  async stop(): Promise<void> {
    const running = await this.postmaster();
    if (!running) return;
    // SIGINT is the "fast" shutdown: open transactions are rolled back, nothing is lost.
    process.kill(running.pid, 'SIGINT');
    for (const until = Date.now() + STOP_MS; Date.now() < until; await sleep(20)) {
      if (!(await this.postmaster())) return this.dropSocketFolder();
    }
    throw new EmbeddedPostgresFailed('it did not stop in time');
  }

  /** Runs `work` as the superuser, whom nobody else ever is. */
  async administer<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const { searchParams } = new URL(await this.url(SUPERUSER, 'postgres'));
    const client = new Client({
      host: searchParams.get('host') ?? this.ownSocketFolder,
      user: SUPERUSER,
      database: 'postgres',
    });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  /** Made under another name first: an initdb that was cut off must not pass for a database. */
  private async initialise(): Promise<void> {
    if (await exists(this.data)) return;
    const unfinished = `${this.data}.new`;
    await rm(unfinished, { recursive: true, force: true });
    const args = [
      '-D',
      unfinished,
      '-U',
      SUPERUSER,
      '--auth=trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
    ];
    const [file, all] = this.account.command(path.join(this.programs, 'initdb'), args);
    try {
      await run(file, all, { cwd: '/', timeout: 120_000 });
    } catch (thrown) {
      const { stderr, message } = thrown as { stderr?: string; message: string };
      throw new EmbeddedPostgresFailed(`initdb: ${(stderr || message).trim()}`);
    }
    await rename(unfinished, this.data);
  }

  /**
   * Starts the server and waits until it answers. What a killed server left behind (its backends, or a twin that
   * is just starting) makes a new one refuse for a moment, so such a refusal is tried again.
   */
  private async launch(): Promise<void> {
    let logStart = await sizeOf(this.logFile);
    let server = await this.spawnServer();
    for (const until = Date.now() + START_MS; Date.now() < until; await sleep(30)) {
      if (await this.isAnswering()) return;
      if (server.exitCode === null && server.signalCode === null) continue;
      const words = (await readFile(this.logFile, 'utf8')).slice(logStart).trim();
      if (!/lock file|shared memory block/.test(words)) throw new EmbeddedPostgresFailed(words);
      await sleep(300);
      logStart = await sizeOf(this.logFile);
      server = await this.spawnServer();
    }
    throw new EmbeddedPostgresFailed('it does not answer');
  }

  /** Detached: it must outlive a killed server and must not hear the terminal's Ctrl-C before we do. */
  private async spawnServer(): Promise<ChildProcess> {
    const settings = ['listen_addresses=', 'unix_socket_permissions=0700', 'logging_collector=off'];
    const [file, args] = this.account.command(path.join(this.programs, 'postgres'), [
      ...['-D', this.data, '-k', this.ownSocketFolder],
      ...settings.flatMap((setting) => ['-c', setting]),
    ]);
    const log = await open(this.logFile, 'a', 0o600);
    try {
      const stdio = ['ignore', log.fd, log.fd] as const;
      const server = spawn(file, args, { cwd: '/', detached: true, stdio: [...stdio] });
      await once(server, 'spawn');
      server.unref();
      return server;
    } catch (thrown) {
      throw new EmbeddedPostgresFailed(String(thrown));
    } finally {
      await log.close();
    }
  }

  private async isAnswering(): Promise<boolean> {
    return this.administer(() => Promise.resolve(true)).catch(() => false);
  }

  /** The living server of this very folder; a number left in the file may belong to any process by now. */
  private async postmaster(): Promise<
    { pid: number; socketFolder: string | undefined } | undefined
  > {
    try {
      const lines = (await readFile(path.join(this.data, 'postmaster.pid'), 'utf8')).split('\n');
      const pid = Number(lines[0]);
      const workFolder = await readlink(`/proc/${pid}/cwd`);
      if (workFolder !== (await realpath(this.data))) return undefined;
      return { pid, socketFolder: lines[4] || undefined };
    } catch {
      return undefined;
    }
  }

  private async claimSocketFolder(): Promise<void> {
    const folder = this.ownSocketFolder;
    if (folder === this.root) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const found = await lstat(folder);
    if (!found.isDirectory() || !this.account.isMine(found.uid) || (found.mode & 0o077) !== 0) {
      throw new EmbeddedPostgresFailed(`${folder} belongs to somebody else`);
    }
    await this.account.own(folder);
  }

  private async dropSocketFolder(): Promise<void> {
    if (this.ownSocketFolder === this.root) return;
    await rm(this.ownSocketFolder, { recursive: true, force: true });
  }
}

const isSocketFolder = (folder: string): boolean =>
  Buffer.byteLength(folder) <= LONGEST_SOCKET_FOLDER && PLAIN_PATH.test(folder);

const shortFolderFor = (folder: string): string =>
  path.join(
    os.tmpdir(),
    `toolyard-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`,
  );

const sizeOf = async (file: string): Promise<number> =>
  lstat(file).then(
    ({ size }) => size,
    () => 0,
  );

const exists = async (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    () => false,
  );
