import { hostPortOf, parseHostPort } from '@/engines/outbound/host-port';

/** Where a request of a script wants to go, spelled in the one way rules are compared. */
export interface Target {
  hostPort: string;
  hostname: string;
  port: string;
}

export interface PlainTarget extends Target {
  /** What the other side is asked for: path and query, as the URL standard reads them. */
  path: string;
}

/** `CONNECT host:port`; null when it is anything else. */
export function readAuthority(authority = ''): Target | null {
  const hostPort = parseHostPort(authority);
  return hostPort === null ? null : split(hostPort);
}

/** `GET http://host/path`; null for paths alone, other schemes and addresses with a user name. */
export function readAbsolute(address = ''): PlainTarget | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isPlain = url?.protocol === 'http:' && !url.username && !url.password;
  const target = isPlain ? split(hostPortOf(url)) : null;
  return target && { ...target, path: url!.pathname + url!.search };
}

/** Entries that name no host and port match nothing. */
export const readHosts = (hosts: readonly string[]): ReadonlySet<string> =>
  new Set(hosts.flatMap((entry) => readAuthority(entry)?.hostPort ?? []));

function split(hostPort: string): Target | null {
  const at = hostPort.lastIndexOf(':');
  const [hostname, port] = [hostPort.slice(0, at), hostPort.slice(at + 1)];
  return hostname && Number(port) > 0 ? { hostPort, hostname, port } : null;
}
