const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };

/**
 * `host:port` of an address, spelled in the one way we compare: as the URL standard reads it (which turns 0x7f.1 and
 * 127。0。0。1 into 127.0.0.1), without a closing dot, IPv6 in brackets.
 */
export function hostPortOf({
  hostname,
  port,
  protocol,
}: Pick<URL, 'hostname' | 'port' | 'protocol'>): string {
  return `${plainHost(hostname)}:${port || DEFAULT_PORTS[protocol] || ''}`;
}

/** Reads `localhost:11434` or `[::1]:8080`; null when it is anything but a host and a port. */
export function parseHostPort(text: string): string | null {
  const parts = /^(.+):(\d{1,5})$/.exec(text.trim());
  if (!parts || !URL.canParse(`http://${parts[1]}:${parts[2]}`)) return null;
  const url = new URL(`http://${parts[1]}:${parts[2]}`);
  const isBare = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  return isBare && !/[/\\?#@\s]/.test(text.trim()) ? hostPortOf(url) : null;
}

const plainHost = (hostname: string): string => hostname.toLowerCase().replace(/\.$/, '');

/** `[::1]` → `::1`; names stay as they are. */
export const withoutBrackets = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');
