import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresAccount } from '@/foundation/database/postgres-account';
import { PostgresCluster } from '@/foundation/database/postgres-cluster';
import { debianPrograms } from './test-database';

const NAME = 'toolyard';

/** What `pg_ctl stop -m` sends: `fast` breaks connections off in an orderly way, `immediate` is as good as a crash. */
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

/** Debian's PostgreSQL for one test alone, so that it can really be stopped. */
export class OwnPostgres {
  static async start(): Promise<OwnPostgres> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'toolyard-postgres-'));
    const account = await PostgresAccount.for(folder);
    await account.own(folder);
    const cluster = new PostgresCluster(folder, debianPrograms(), account);
    await cluster.start();
    await cluster.administer(async (superuser) => {
      await superuser.query(`CREATE ROLE ${NAME} LOGIN`);
      await superuser.query(`CREATE DATABASE ${NAME} OWNER ${NAME}`);
    });
    return new OwnPostgres(folder, cluster, await cluster.url(NAME, NAME));
  }

  private constructor(
    private readonly folder: string,
    private readonly cluster: PostgresCluster,
    readonly url: string,
  ) {}

  async startAgain(): Promise<void> {
    await this.cluster.start();
  }

  async stop(how: keyof typeof SIGNALS): Promise<void> {
    const pid = this.pid();
    if (pid === null) return;
    process.kill(pid, SIGNALS[how]);
    while (this.pid() !== null) await sleep(20);
  }

  async remove(): Promise<void> {
    await this.stop('fast');
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Of the postmaster; null once it has ended, which after `immediate` leaves its file behind. */
  private pid(): number | null {
    try {
      const file = path.join(this.folder, 'cluster/postmaster.pid');
      const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
      process.kill(pid, 0);
      return pid;
    } catch {
      return null;
    }
  }
}
