import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createTestDatabase } from '../support/test-database';

const MAIN = path.resolve(__dirname, '../../dist/apps/api/src/main.js');

/** The built server with wrong secrets: it must say so in one line and end (S-15). */
describe('a server with a secret that protects nothing (S-15)', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let dataDir: string;

  beforeAll(async () => {
    expect(existsSync(MAIN)).toBe(true);
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'toolyard-start-'));
    database = await createTestDatabase();
  });

  afterAll(async () => {
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const start = (env: Record<string, string>): Promise<{ code: unknown; said: string }> =>
    new Promise((resolve) => {
      execFile(
        process.execPath,
        [MAIN],
        {
          timeout: 50_000,
          env: {
            ...{ PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error' },
            ...{ DATABASE_URL: database.url, DATA_DIR: dataDir, CONTAINER_STOCK: '0' },
            ...env,
          },
        },
        (error, stdout, stderr) => resolve({ code: error?.code ?? 0, said: stdout + stderr }),
      );
    });

  it.each([
    ['short', { SECRET_KEY: 'changeme' }],
    ['one letter over and over', { SECRET_KEY: 'a'.repeat(64) }],
    ['a word over and over', { SECRET_KEY: 'changeme'.repeat(8) }],
  ])('does not start with a SECRET_KEY that is %s', async (_, env) => {
    const { code, said } = await start(env);
    expect(code).toBe(1);
    expect(said).toContain('SECRET_KEY');
    expect(said).not.toContain(env.SECRET_KEY);
    expect(said).not.toMatch(/ready at|^\s+at /m);
  });

  it('does not start with a first administrator whose password anybody would guess first', async () => {
    const { code, said } = await start({ ADMIN_EMAIL: 'a@example.org', ADMIN_PASSWORD: 'admin' });
    expect(code).toBe(1);
    expect(said).toContain('ADMIN_PASSWORD');
  });

  it('does not start with a key file that was cut short', async () => {
    await writeFile(path.join(dataDir, 'secret.key'), 'short');
    const { code, said } = await start({});
    expect(code).toBe(1);
    expect(said).toContain('secret.key');
  });
});
