import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { open, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@/foundation/database/connect';
import type { Database } from '@/foundation/database/database';
import { PostgresAccount } from '@/foundation/database/postgres-account';
import { PostgresCluster } from '@/foundation/database/postgres-cluster';
import { installPrograms } from '@/foundation/database/postgres-programs';

const ROLE = 'toolyard';
const TEMPLATE = 'toolyard_template';
const START_MS = 90_000;

export interface TestDatabase {
  database: Database;
  url: string;
  /** Closes the pool and drops the database. */
  close(): Promise<void>;
}

/** A fresh, migrated database of the calling spec alone, copied from a template in some hundredths of a second. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const { url, drop } = await createTestDatabase();
  const database = await connect(url);
  const close = async () => {
    await database.close();
    await drop();
  };
  return { database, url, close };
}

/** The same for specs that start a server of their own on it, or that want to see it empty. */
export async function createTestDatabase({ migrated = true } = {}): Promise<{
  url: string;
  drop(): Promise<void>;
}> {
  const cluster = await serverOfThisRun();
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = migrated ? TEMPLATE : 'template0';
  await cluster.administer((superuser) =>
    superuser.query(`CREATE DATABASE ${name} TEMPLATE ${template} OWNER ${ROLE}`),
  );
  return {
    url: await cluster.url(ROLE, name),
    drop: () =>
      cluster.administer(async (superuser) => {
        await superuser.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }),
  };
}

/** One server per jest run. The first spec that asks starts it, the others wait; the global teardown ends it. */
async function serverOfThisRun(): Promise<PostgresCluster> {
  const root = process.env.TOOLYARD_TEST_RUN;
  if (!root)
    throw new Error('Only projects with a run folder have a database: see jest.config.cjs');
  const ready = path.join(root, 'server.ready');
  if (await isFirst(root)) {
    const problem = await prepare(root).catch(String);
    await writeFile(`${ready}.new`, problem ?? '');
    await rename(`${ready}.new`, ready);
  }
  const until = Date.now() + START_MS;
  while (!existsSync(ready) && Date.now() < until) await sleep(50);
  const problem = await readFile(ready, 'utf8');
  if (problem) throw new Error(`The test database did not start: ${problem}`);
  return clusterBelow(root);
}

const isFirst = (root: string): Promise<boolean> =>
  open(path.join(root, 'server.starting'), 'wx').then(
    (file) => file.close().then(() => true),
    () => false,
  );

async function clusterBelow(root: string): Promise<PostgresCluster> {
  const account = await PostgresAccount.for(root);
  await account.own(root);
  return new PostgresCluster(root, await programsFor(root), account);
}

/** TOOLYARD_TEST_SERVER=debian takes Debian's PostgreSQL, as a stand-in for every server people bring themselves. */
async function programsFor(root: string): Promise<string> {
  return process.env.TOOLYARD_TEST_SERVER === 'debian' ? debianPrograms() : installPrograms(root);
}

export function debianPrograms(): string {
  const versions = readdirSync('/usr/lib/postgresql').map(Number);
  return `/usr/lib/postgresql/${Math.max(...versions)}/bin`;
}

/** Nothing here has to outlive a power cut, so nothing waits for the disk. */
async function prepare(root: string): Promise<void> {
  const cluster = await clusterBelow(root);
  await cluster.start();
  await cluster.administer(async (superuser) => {
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
      await superuser.query(`ALTER SYSTEM SET ${setting} = off`);
    }
    await superuser.query('SELECT pg_reload_conf()');
    await superuser.query(`CREATE ROLE ${ROLE} LOGIN`);
    await superuser.query(`CREATE DATABASE ${TEMPLATE} OWNER ${ROLE}`);
  });
  const database = await connect(await cluster.url(ROLE, TEMPLATE));
  await database.close();
}
