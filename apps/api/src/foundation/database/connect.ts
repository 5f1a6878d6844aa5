import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { DataSource, type MigrationInterface } from 'typeorm';
import { Database } from './database';
import { SnakeNaming } from './snake-naming';

type Class<T> = new () => T;

/** Any 64-bit number will do, as long as every version of the product takes the same one. */
const MIGRATION_LOCK = 7_205_001;

const load = createRequire(__filename);

const SOURCE_ROOT = path.resolve(__dirname, '../..');
const MIGRATIONS_ROOT = path.resolve(__dirname, '../../../../../migrations');

/** Opens the pool and brings the schema up to date; several servers starting at once wait for each other. */
export async function connect(url: string, poolSize = 12): Promise<Database> {
  const source = await dataSource(url, poolSize).initialize();
  await migrate(source);
  return new Database(source);
}

/** Only the pool; for who reads what a server of any version keeps. */
export async function open(url: string): Promise<Database> {
  return new Database(await dataSource(url, 2).initialize());
}

/** The configured but closed data source; the migration law test compares it with the tables. */
export function dataSource(url: string, poolSize: number): DataSource {
  return new DataSource({
    type: 'postgres',
    ...addressOf(url),
    namingStrategy: new SnakeNaming(),
    entities: classesIn(SOURCE_ROOT, /\.entity\.[jt]s$/),
    migrations: classesIn<MigrationInterface>(MIGRATIONS_ROOT, /^\d+-.*\.[jt]s$/),
    migrationsTransactionMode: 'each',
    synchronize: false,
    installExtensions: false,
    uuidExtension: 'pgcrypto',
    poolSize,
    extra: {
      // Also counts waiting for a free connection, which a burst of work may have to do for a while. A database that
      // is gone refuses at once and needs no short limit to be noticed.
      connectionTimeoutMillis: 10_000,
      statement_timeout: 30_000,
      application_name: 'toolyard',
    },
  });
}

/** pg reads a socket folder from `host` only; a URL carries it as ?host=/folder. */
function addressOf(url: string) {
  const { searchParams, username, password, pathname } = new URL(url);
  const socket = searchParams.get('host');
  if (!socket?.startsWith('/')) return { url };
  return {
    host: socket,
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1),
  };
}

async function migrate(source: DataSource): Promise<void> {
  const lock = source.createQueryRunner();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await source.runMigrations();
  } finally {
    await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await lock.release();
  }
}

/** Entities and migrations are found by file name, so that a room brings its table along. */
function classesIn<T>(root: string, pattern: RegExp): Class<T>[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => pattern.test(path.basename(file)))
    .sort()
    .flatMap((file) => Object.values(load(path.join(root, file)) as Record<string, unknown>))
    .filter((value): value is Class<T> => typeof value === 'function');
}
