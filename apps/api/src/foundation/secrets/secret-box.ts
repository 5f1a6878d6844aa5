import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CompactEncrypt, compactDecrypt } from 'jose';
import { AppConfig } from '@/foundation/config/config';
import { SecretUnreadable, WeakSecretKey } from './secrets.errors';

const KEY_BYTES = 32;
const FEWEST_DIFFERENT = 10;

/** Encrypts what must not lie readable in the database (provider keys), with a key kept apart from it. */
@Injectable()
export class SecretBox implements OnModuleInit {
  private key = new Uint8Array();

  constructor(private readonly config: AppConfig) {}

  async onModuleInit(): Promise<void> {
    const { secrets, dataDir } = this.config;
    this.key = secrets.key
      ? await derive(secrets.key)
      : await ownKey(path.join(dataDir, 'secret.key'));
  }

  async seal(plain: string): Promise<string> {
    return new CompactEncrypt(new TextEncoder().encode(plain))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(this.key);
  }

  async open(sealed: string): Promise<string> {
    try {
      const { plaintext } = await compactDecrypt(sealed, this.key);
      return new TextDecoder().decode(plaintext);
    } catch {
      throw new SecretUnreadable();
    }
  }
}

/** A pass phrase of the operator becomes a key; what is short or repeats itself could be guessed (S-15). */
async function derive(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length < KEY_BYTES || new Set(text).size < FEWEST_DIFFERENT) {
    throw new WeakSecretKey('SECRET_KEY');
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

async function ownKey(file: string): Promise<Uint8Array<ArrayBuffer>> {
  await mkdir(path.dirname(file), { recursive: true });
  await makeKeyOnce(file);
  const key = new Uint8Array(await readFile(file));
  if (key.length !== KEY_BYTES) throw new WeakSecretKey(file);
  return key;
}

/** Written aside and linked into place: of several starting servers one wins, and none reads half a key. */
async function makeKeyOnce(file: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, randomBytes(KEY_BYTES), { flag: 'wx', mode: 0o600 });
  try {
    await link(draft, file);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
  } finally {
    await unlink(draft);
  }
}
