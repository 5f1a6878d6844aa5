import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

const FORBIDDEN = 403;
const BAD_GATEWAY = 502;

/** Why a request goes no further: its status, and the sentence a script's author reads in the traceback. */
const REASONS = {
  not_a_proxy_request: [FORBIDDEN, 'only CONNECT host:port and http:// addresses are passed on'],
  host_not_allowed: [FORBIDDEN, "is not among the tool's allowed hosts"],
  private_address: [FORBIDDEN, 'leads to a private address'],
  another_name: [FORBIDDEN, 'was asked for another name inside the tunnel'],
  plain_http_in_tunnel: [FORBIDDEN, 'takes plain HTTP as a proxy request only, not in a tunnel'],
  too_many_connections: [FORBIDDEN, 'is one connection too many at once'],
  too_many_requests: [FORBIDDEN, 'is one request too many for this call'],
  too_much_traffic: [FORBIDDEN, 'is more data than one call may move'],
  name_not_found: [BAD_GATEWAY, 'has no address'],
  no_connection: [BAD_GATEWAY, 'could not be reached'],
} as const;

export type Reason = keyof typeof REASONS;

/** The request's target as we read it; null when it could not be read, and then nothing of it is repeated. */
export type Subject = string | null;

/** Clients show the status line of a failed CONNECT and the body of a failed request: both tell. */
export function refuseRequest(response: ServerResponse, reason: Reason, subject: Subject): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const [status] = REASONS[reason];
  response.writeHead(status, sentence(reason, subject), headersOf(reason));
  response.end(bodyOf(reason, subject));
}

export function refuseConnect(client: Duplex, reason: Reason, subject: Subject): void {
  const [status] = REASONS[reason];
  const body = bodyOf(reason, subject);
  const lines = Object.entries({ ...headersOf(reason), 'content-length': String(body.length) });
  client.end(
    `HTTP/1.1 ${status} ${sentence(reason, subject)}\r\n` +
      `${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  );
}

/** In a TLS tunnel the client expects TLS: the alert says `unrecognized_name`. */
export function refuseInTunnel(client: Duplex, reason: Reason, subject: Subject): void {
  if (reason === 'another_name') client.end(Buffer.from([21, 3, 1, 0, 2, 2, 112]));
  else refuseConnect(client, reason, subject);
}

const sentence = (reason: Reason, subject: Subject): string =>
  `${reason}: ${subject === null ? '' : `${subject} `}${REASONS[reason][1]}`;

const bodyOf = (reason: Reason, subject: Subject): string =>
  `${JSON.stringify({ error: sentence(reason, subject), code: reason, host: subject })}\n`;

const headersOf = (reason: Reason) => ({
  'content-type': 'application/json',
  'x-egress-refusal': reason,
});
