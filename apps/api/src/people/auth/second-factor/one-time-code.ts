import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Codes of authenticator apps (RFC 6238: SHA-1, six digits, thirty seconds: what every app understands). */
const STEP_MS = 30_000;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const SECRET_BYTES = 20;
const RECOVERY_BYTES = 10;

export const newSecret = (): string => toBase32(randomBytes(SECRET_BYTES));

/** `ABCD-EFGH-IJKL-MNOP`: 80 random bits, so that a fast hash is enough to store. */
export const newRecoveryCode = (): string =>
  (toBase32(randomBytes(RECOVERY_BYTES)).match(/.{4}/g) ?? []).join('-');

/** As people type it: in small letters, without the dashes. Null when it cannot be one. */
export function readRecoveryCode(text: string): string | null {
  const letters = text.toUpperCase().replace(/[\s-]/g, '');
  return /^[A-Z2-7]{16}$/.test(letters) ? (letters.match(/.{4}/g) ?? []).join('-') : null;
}

/** The steps whose code this is, of the one now and its two neighbours: clocks differ a little. */
export function stepsOf(secret: string, code: string, now: Date): number[] {
  const digits = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return [];
  const current = Math.floor(now.getTime() / STEP_MS);
  return [current - 1, current, current + 1].filter((step) =>
    timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(digits)),
  );
}

export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000;
  return String(number).padStart(6, '0');
}

/** What an app reads from the picture. */
export function otpauthUri(secret: string, email: string): string {
  const issuer = 'Toolyard';
  const query = new URLSearchParams({ secret, issuer });
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?${query}`;
}

/** Whole groups of five bytes only, which both lengths above are. */
function toBase32(bytes: Buffer): string {
  let number = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let i = 0; i < (bytes.length * 8) / 5; i += 1) {
    text = ALPHABET.charAt(Number(number & 31n)) + text;
    number >>= 5n;
  }
  return text;
}

function fromBase32(text: string): Buffer {
  const number = [...text].reduce(
    (sum, letter) => (sum << 5n) | BigInt(ALPHABET.indexOf(letter)),
    0n,
  );
  return Buffer.from(number.toString(16).padStart((text.length * 5) / 4, '0'), 'hex');
}
