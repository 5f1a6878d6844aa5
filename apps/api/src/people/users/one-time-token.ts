import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits: nothing to guess, so a plain fast hash is enough to store. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');

/** What cannot be a token of ours never reaches a query (S-17). */
export const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]{43}$/.test(value);
