import type { CookieOptions } from 'express';
import { LONGEST_SESSION_MS } from './sessions/sessions.service';

/** With the `__Host-` prefix a browser takes the cookie only from this very host, Secure and for all paths (S-12). */
export const cookieName = (isHttps: boolean): string =>
  isHttps ? '__Host-toolyard_session' : 'toolyard_session';

/** The same for setting and clearing: a browser keeps a cookie that is cleared with other attributes (S-11). */
export const cookieOptions = (isHttps: boolean): CookieOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  secure: isHttps,
  path: '/',
});

export const lastingCookieOptions = (isHttps: boolean): CookieOptions => ({
  ...cookieOptions(isHttps),
  maxAge: LONGEST_SESSION_MS,
});

/** Null when it is missing or there twice: two identities are none (S-05). */
export function readCookie(header: string | undefined, name: string): string | null {
  const values = valuesOf(header, name);
  return values.length === 1 ? (values[0] ?? null) : null;
}

export const hasCookie = (header: string | undefined, name: string): boolean =>
  valuesOf(header, name).length > 0;

const valuesOf = (header: string | undefined, name: string): string[] =>
  (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
