import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from '@/foundation/config/config';
import { SecretBox } from './secret-box';
import { SecretUnreadable, WeakSecretKey } from './secrets.errors';

const PHRASE = 'a phrase of the operator, long enough';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'secret-box-'))));
afterEach(() => rm(folder, { recursive: true }));

async function box(key?: string): Promise<SecretBox> {
  const made = new SecretBox(readConfig({ DATA_DIR: folder, SECRET_KEY: key }));
  await made.onModuleInit();
  return made;
}

it('opens what it sealed, and never seals twice the same', async () => {
  const { first, second, opened } = await (async () => {
    const own = await box(PHRASE);
    const sealed = await own.seal('sk-密钥');
    return { first: sealed, second: await own.seal('sk-密钥'), opened: await own.open(sealed) };
  })();
  expect(opened).toBe('sk-密钥');
  expect(first).not.toBe(second);
  expect(first).not.toContain('sk-');
});

it('refuses what another key sealed, and what was changed', async () => {
  const sealed = await (await box(PHRASE)).seal('secret');
  const other = await box('quite another phrase of an operator');
  await expect(other.open(sealed)).rejects.toThrow(SecretUnreadable);
  const own = await box(PHRASE);
  await expect(own.open(`${sealed.slice(0, -2)}AA`)).rejects.toThrow(SecretUnreadable);
  await expect(own.open('')).rejects.toThrow(SecretUnreadable);
});

it('gives servers that start at once the same key, readable by the owner only', async () => {
  const boxes = await Promise.all(Array.from({ length: 8 }, () => box()));
  const sealed = await boxes[0]!.seal('shared');
  await expect(Promise.all(boxes.map((each) => each.open(sealed)))).resolves.toEqual(
    boxes.map(() => 'shared'),
  );
  expect(await readdir(folder)).toEqual(['secret.key']);
  expect((await stat(path.join(folder, 'secret.key'))).mode & 0o777).toBe(0o600);
});

it('does not start with a key that could be guessed (S-15)', async () => {
  await expect(box('a'.repeat(40))).rejects.toThrow(WeakSecretKey);
  await expect(box('changeme'.repeat(5))).rejects.toThrow(WeakSecretKey);
  await writeFile(path.join(folder, 'secret.key'), 'short');
  await expect(box()).rejects.toThrow(WeakSecretKey);
});
