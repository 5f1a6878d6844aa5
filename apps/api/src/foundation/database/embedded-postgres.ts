import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { PostgresAccount } from './postgres-account';
import { PostgresCluster } from './postgres-cluster';
import { installPrograms } from './postgres-programs';

/** The product is not the superuser of its own database: no COPY from files, no extensions, no other roles. */
const ROLE = 'toolyard';

export interface EmbeddedPostgres {
  url: string;
  /** Ends the server; further calls wait for the same end. */
  stop(): Promise<void>;
  /** The same, but a server that ran before goes on: it is somebody else's. */
  leave(): Promise<void>;
}

/**
 * A real PostgreSQL below the data folder, for everyone who brings none: no TCP, no password, never root.
 * A server left behind by a killed process is found running and used again.
 */
export async function startEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const root = path.join(path.resolve(dataDir), 'postgres');
  await mkdir(root, { recursive: true, mode: 0o700 });
  const account = await PostgresAccount.for(root);
  await account.own(root);
  const cluster = new PostgresCluster(root, await installPrograms(root), account);
  const isOurs = await cluster.start();
  await cluster.administer(async (superuser) => {
    const found = async (sql: string) => ((await superuser.query(sql)).rowCount ?? 0) > 0;
    if (!(await found(`SELECT 1 FROM pg_roles WHERE rolname = '${ROLE}'`))) {
      await superuser.query(`CREATE ROLE ${ROLE} LOGIN`);
    }
    if (!(await found(`SELECT 1 FROM pg_database WHERE datname = '${ROLE}'`))) {
      await superuser.query(`CREATE DATABASE ${ROLE} OWNER ${ROLE}`);
    }
  });
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= cluster.stop());
  const leave = () => (isOurs ? stop() : Promise.resolve());
  return { url: await cluster.url(ROLE, ROLE), stop, leave };
}
