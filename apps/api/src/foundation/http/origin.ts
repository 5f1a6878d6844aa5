import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a browser says the request was made by a page of this very site (S-12, S-13).
 * Browsers always send Origin with a socket upgrade or an unsafe method; scripts send neither header and pass here,
 * because the danger is a person's cookie used by a foreign page, and a script has no such cookie to abuse.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin } = headers;
  if (origin === undefined) return true;
  return (
    hostOf(origin) === headers.host?.toLowerCase() ||
    (publicUrl !== undefined && origin === originOf(publicUrl))
  );
}

const hostOf = (origin: string): string | null =>
  URL.canParse(origin) ? new URL(origin).host : null;
const originOf = (url: string): string => new URL(url).origin;
