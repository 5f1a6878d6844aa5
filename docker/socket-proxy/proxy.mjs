// The Docker socket is root on the host. The server never gets it; it gets this, which passes a few verbs on (rules.mjs)
// and lets them touch only containers that carry our label. Plain Node, no dependencies.
import http from 'node:http';
import { canMountParts, faultOf, findVerb, isOurs, withVolume } from './rules.mjs';

const SOCKET = process.env.DOCKER_SOCKET || '/var/run/docker.sock';
const PORT = Number(process.env.PORT || 2375);
const HOST = process.env.HOST || '0.0.0.0';
/** Where the server keeps the sockets of tools with network, as it sees it, and the volume that this is. */
const EGRESS = process.env.EGRESS_VOLUME && {
  folder: process.env.EGRESS_DIR || '/egress',
  volume: process.env.EGRESS_VOLUME,
};
const LARGEST_ORDER = 64 * 1024;

class Refused extends Error {}

const server = http.createServer((request, response) => {
  judge(request).then(
    (body) => pass(request, response, body),
    (thrown) => refuse(response, thrown),
  );
});

/** Attaching turns the connection into a raw stream, in both directions. */
server.on('upgrade', (request, client, head) => {
  client.on('error', () => client.destroy());
  judge(request).then(
    () => join(request, client, head),
    (thrown) =>
      client.end(
        `HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nX-Reason: ${thrown.message}\r\n\r\n`,
      ),
  );
});

/** Answers the body to pass on (undefined: stream it), or throws why not. */
async function judge(request) {
  const verb = findVerb(request.method, request.url);
  if (!verb) throw new Refused(`${request.method} ${request.url.split('?')[0]} is not allowed`);
  if (verb.containerId && !(await isOurContainer(verb.containerId))) {
    throw new Refused('this container is not a tool container');
  }
  if (!verb.isCreate) return undefined;
  const order = parse(await read(request));
  const fault = faultOf(order, EGRESS);
  if (fault) throw new Refused(`this container is not allowed: ${fault}`);
  if (order.HostConfig.Mounts) await requirePartsOfVolumes();
  // An older version of the interface would drop what it does not know.
  request.url = request.url.replace(/^\/v[0-9.]+/, '');
  // Written anew: what was judged is what the engine reads, once each.
  return Buffer.from(JSON.stringify(withVolume(order, EGRESS)));
}

async function requirePartsOfVolumes() {
  const { ApiVersion } = (await askEngine('/version')).body;
  if (canMountParts(ApiVersion)) return;
  throw new Refused('tools with network need Docker Engine 26 or newer');
}

async function read(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > LARGEST_ORDER) throw new Refused('the order is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(body) {
  try {
    const order = JSON.parse(body.toString('utf8'));
    if (order && typeof order === 'object') return order;
  } catch {
    // Said below.
  }
  throw new Refused('the order is not JSON');
}

/** A container that is gone is nobody's: the engine's own 404 tells that better than we could. */
async function isOurContainer(id) {
  const { status, body } = await askEngine(`/containers/${id}/json`);
  return status === 404 || isOurs(body.Config?.Labels);
}

function askEngine(path) {
  return new Promise((resolve, reject) => {
    const question = http.get({ socketPath: SOCKET, path }, async (answer) => {
      try {
        const text = Buffer.concat(await answer.toArray()).toString('utf8');
        resolve({ status: answer.statusCode, body: JSON.parse(text) });
      } catch (thrown) {
        reject(thrown);
      }
    });
    question.on('error', reject);
  });
}

const engine = ({ method, url, headers }) =>
  http.request({ socketPath: SOCKET, method, path: url, headers });

function pass(request, response, body) {
  // A body that was read to be judged goes on in one piece.
  if (body) {
    delete request.headers['transfer-encoding'];
    request.headers['content-length'] = body.length;
  }
  const onward = engine(request);
  onward.on('response', (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    // Events come one by one, whenever something happens.
    response.flushHeaders();
    answer.pipe(response);
  });
  onward.on('error', (error) => refuse(response, error));
  response.on('close', () => onward.destroy());
  if (body) onward.end(body);
  else request.pipe(onward);
}

function join(request, client, head) {
  const onward = engine(request);
  onward.on('upgrade', (answer, stream, first) => {
    const { rawHeaders } = answer;
    const lines = rawHeaders.flatMap((name, at) =>
      at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : [],
    );
    client.write(`HTTP/1.1 101 ${answer.statusMessage}\r\n${lines.join('\r\n')}\r\n\r\n`);
    if (first.length > 0) client.write(first);
    if (head.length > 0) stream.write(head);
    stream.on('error', () => client.destroy());
    client.on('close', () => stream.destroy());
    stream.pipe(client);
    client.pipe(stream);
  });
  onward.on('response', (answer) => {
    client.end(
      `HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\nContent-Length: 0\r\n\r\n`,
    );
    answer.resume();
  });
  onward.on('error', () => client.destroy());
  onward.end();
}

function refuse(response, thrown) {
  if (response.headersSent) return void response.destroy();
  const status = thrown instanceof Refused ? 403 : 502;
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ message: thrown.message }));
}

// Event streams and attached containers stay open for as long as they like.
server.requestTimeout = 0;
server.listen(PORT, HOST, () =>
  console.log(`passing on to ${SOCKET} at ${HOST}:${server.address().port}`),
);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(0));
