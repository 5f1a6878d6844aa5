import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { install } from './apt.mjs';
import { done } from './progress.mjs';
import { succeeds } from './run.mjs';

const isInstalled = (name) => succeeds('dpkg-query', ['-W', name]);

/** Programs of the system that the tests drive, and the Debian package each comes from. */
const TOOLS = {
  chromium: () => succeeds('sh', ['-c', 'command -v chromium']),
  'fonts-noto-cjk': () => isInstalled('fonts-noto-cjk'),
  postgresql: async () =>
    existsSync('/usr/lib/postgresql') && readdirSync('/usr/lib/postgresql').length > 0,
};

export async function ensureTestTools() {
  const missing = [];
  for (const [name, isThere] of Object.entries(TOOLS)) if (!(await isThere())) missing.push(name);
  if (missing.length > 0) await withoutNewCluster(() => install(missing, 'The tests'));
  done("the tests' tools");
}

/** We want PostgreSQL's programs; Debian would also start a server and take port 5432. */
async function withoutNewCluster(work) {
  const folder = '/etc/postgresql-common/createcluster.d';
  const file = `${folder}/toolyard-tests.conf`;
  if (process.getuid?.() === 0) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, 'create_main_cluster = false\n');
  }
  try {
    await work();
  } finally {
    rmSync(file, { force: true });
  }
}
