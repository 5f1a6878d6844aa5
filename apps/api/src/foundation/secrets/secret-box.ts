import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CompactEncrypt, compactDecrypt } from 'jose';
import { AppConfig } from '@/foundation/config/config';
import { SecretUnreadable, WeakSecretKey } from './secrets.errors';

const KEY_BYTES = 32;

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

async function derive(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

async function ownKey(file: string): Promise<Uint8Array<ArrayBuffer>> {
  await mkdir(path.dirname(file), { recursive: true });
  // 'wx' lets exactly one of several starting servers make the key; the others read it.
  await writeFile(file, randomBytes(KEY_BYTES), { flag: 'wx', mode: 0o600 }).catch(() => undefined);
  const key = new Uint8Array(await readFile(file));
  if (key.length !== KEY_BYTES) throw new WeakSecretKey(file);
  return key;
}
