import { isIP } from 'node:net';
import { withoutBrackets } from '@/engines/outbound/host-port';
import { readGreeting, startsAncientTls, startsTls } from './client-hello';

/** What becomes of a tunnel after its first bytes from inside; `wait`: they do not tell yet. */
export type Opening = 'wait' | 'pass' | 'another_name' | 'plain_http_in_tunnel';

const LONGEST_REQUEST_LINE = 8 * 1024;

/**
 * Servers at one address may serve many names, so a tunnel to an allowed name must not ask there for another one: TLS
 * has to name the host it was opened for, and plain HTTP has to come as a request of its own, whose Host header we
 * write. Other protocols name no host and pass.
 */
export function judgeOpening(bytes: Buffer, hostname: string): Opening {
  if (bytes.length === 0) return 'wait';
  if (startsAncientTls(bytes)) return 'another_name';
  return startsTls(bytes) ? judgeGreeting(bytes, hostname) : judgeText(bytes);
}

function judgeGreeting(bytes: Buffer, hostname: string): Opening {
  const greeting = readGreeting(bytes);
  if (greeting.kind === 'incomplete') return 'wait';
  if (greeting.kind === 'malformed' || greeting.hidesName) return 'another_name';
  const { serverName } = greeting;
  // Clients name no address, only names.
  if (isIP(withoutBrackets(hostname))) return serverName === null ? 'pass' : 'another_name';
  return serverName?.toLowerCase() === hostname ? 'pass' : 'another_name';
}

function judgeText(bytes: Buffer): Opening {
  // Servers forgive empty lines before a request, and other blanks than the one between its words.
  const line = bytes.toString('latin1', 0, LONGEST_REQUEST_LINE).replace(/^[\r\n]+/, '');
  if (/^[\w!#$%&'*+.^`|~-]+[ \t\v\f][^\n]*HTTP\/\d/i.test(line)) return 'plain_http_in_tunnel';
  if (line.includes('\n') || bytes.length >= LONGEST_REQUEST_LINE) return 'pass';
  return /^[\w!#$%&'*+.^`|~-]*([ \t\v\f][^\n]*)?$/.test(line) ? 'wait' : 'pass';
}
