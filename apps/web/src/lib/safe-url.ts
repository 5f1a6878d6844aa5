const SAFE_PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);

/** The only way a foreign address becomes a link (S-21): http, https and mailto; anything else is null. */
export function safeUrl(address: string, base: string = location.origin): URL | null {
  try {
    const url = new URL(address.trim(), base);
    return SAFE_PROTOCOLS.has(url.protocol) ? url : null;
  } catch {
    return null;
  }
}

/** Where to go after signing in: a path of this site, never another host. */
export function safeReturnPath(path: unknown): string {
  if (typeof path !== 'string' || !path.startsWith('/') || path.startsWith('//')) return '/';
  const url = safeUrl(path);
  if (url?.origin !== location.origin) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}
