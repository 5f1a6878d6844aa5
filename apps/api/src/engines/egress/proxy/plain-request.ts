import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as ask,
  type ServerResponse,
} from 'node:http';
import type { Duplex, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PlainTarget } from './target';

/** About one connection, not about the message; `expect` is answered here. */
const OF_THE_CONNECTION = new Set([
  'connection',
  'proxy-connection',
  'proxy-authorization',
  'proxy-authenticate',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
]);

export interface Onward {
  target: PlainTarget;
  /** Opened for this one request. */
  upstream: Duplex;
  meters: readonly [Transform, Transform];
}

/**
 * Asks for what was asked and passes the answer back, redirects too: where the script goes next is its own request.
 * Rejects when either side breaks off; whether the answer has begun by then shows in the response.
 */
export async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  { target, upstream, meters: [outward, inward] }: Onward,
): Promise<void> {
  const onward = ask({
    createConnection: () => upstream,
    method: request.method,
    path: target.path,
    headers: {
      ...remaining(request),
      // Ours, whatever the script wrote: behind one address may live many hosts.
      host: target.port === '80' ? target.hostname : target.hostPort,
      ...(request.headers['transfer-encoding'] && { 'transfer-encoding': 'chunked' }),
    },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    onward.once('response', resolve);
    onward.once('error', reject);
    onward.once('close', () => reject(new UpstreamGone('no answer')));
  });
  try {
    const sent = pipeline(request, outward, onward);
    // Servers may answer before they have read everything, and then stop reading.
    sent.catch(() => undefined);
    const answer = await Promise.race([answered, sent.then(() => answered)]);
    response.sendDate = false;
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, remaining(answer));
    await pipeline(answer, inward, response);
  } finally {
    upstream.destroy();
  }
}

/** Never leaves this room. */
export class UpstreamGone extends Error {}

/** Without what the message itself names as being about the connection. */
function remaining(message: IncomingMessage): Record<string, string[]> {
  const named = namedIn(message.headers);
  return Object.fromEntries(
    Object.entries(message.headersDistinct).flatMap(([name, values]) =>
      values && !OF_THE_CONNECTION.has(name) && !named.has(name) ? [[name, values]] : [],
    ),
  );
}

const namedIn = ({ connection = '' }: IncomingHttpHeaders): Set<string> =>
  new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
