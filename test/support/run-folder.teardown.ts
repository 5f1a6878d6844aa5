import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Ends the database server that the first spec may have started, and removes all files of the run. */
export default async function removeRunFolder(): Promise<void> {
  const folder = process.env.TOOLYARD_TEST_RUN;
  if (!folder) return;
  await endServer(path.join(folder, 'cluster/postmaster.pid'));
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function endServer(pidFile: string): Promise<void> {
  const read = () => readFile(pidFile, 'utf8').catch(() => undefined);
  const written = await read();
  if (written === undefined) return;
  process.kill(Number(written.split('\n')[0]), 'SIGINT');
  for (let waits = 0; waits < 500 && (await read()) !== undefined; waits++) await sleep(20);
}
