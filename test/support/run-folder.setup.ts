import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Everything one jest run leaves on the disk is below this folder; run-folder.teardown.ts removes it. */
export default async function makeRunFolder(): Promise<void> {
  process.env.TOOLYARD_TEST_RUN = await mkdtemp(path.join(os.tmpdir(), 'toolyard-test-'));
}
