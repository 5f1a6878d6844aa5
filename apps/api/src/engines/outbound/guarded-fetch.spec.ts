import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { ResolveHost } from './dialler';
import { GuardedFetch } from './guarded-fetch';
import { PrivateAddressBlocked, RedirectRefused, UnsupportedAddress } from './outbound.errors';

/** Answers each look-up with the next list; the last one stays. */
function resolverOf(...answers: string[][]): ResolveHost & { asked: string[] } {
  const asked: string[] = [];
  const resolve: ResolveHost = (hostname, _options, callback) => {
    const addresses = answers[Math.min(asked.push(hostname), answers.length) - 1] ?? [];
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return Object.assign(resolve, { asked });
}

let server: Server;
let port: number;
let connections = 0;
let opened: GuardedFetch[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/ok') return response.end('reached');
    response.writeHead(302, { location: String(request.headers['x-to']) }).end();
  });
  server.on('connection', () => connections++);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
});
beforeEach(() => (connections = 0));
afterEach(async () => {
  await Promise.all(opened.map((each) => each.destroy()));
  opened = [];
});
afterAll(() => new Promise((done) => server.close(done)));

const guarded = (allowed: string[] = [], resolve = resolverOf(['127.0.0.1'])) => {
  const made = new GuardedFetch({
    allowed: async () => new Set(allowed),
    resolve,
    connectMs: 2_000,
    idleMs: 2_000,
  });
  opened.push(made);
  return made;
};
const failure = async (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => 'no failure',
    (thrown: Error) => (thrown.cause as unknown) ?? thrown,
  );

describe('addresses that lead inside (S-24)', () => {
  it.each([
    ...[
      '127.0.0.1',
      '2130706433',
      '017700000001',
      '0x7f000001',
      '0x7f.1',
      '127.1',
      '127.0.0.1.',
      '0',
      '0.0.0.0',
    ],
    ...[
      '１２７.0.0.1',
      '127。0。0。1',
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[64:ff9b::7f00:1]',
    ],
    ...[
      '10.0.0.1',
      '172.16.0.1',
      '192.168.0.1',
      '169.254.169.254',
      '100.64.0.1',
      '[fc00::1]',
      '[fe80::1]',
    ],
    ...[
      '172.17.0.1',
      'localhost',
      'localhost.',
      'host.docker.internal',
      'postgres',
      'redis',
      'rebound.example',
    ],
  ])('never connects to http://%s', async (host) => {
    const thrown = await failure(guarded().fetch(`http://${host}:${port}/ok`));
    expect(thrown).toBeInstanceOf(PrivateAddressBlocked);
    expect(connections).toBe(0);
  });
});

describe('addresses that are odd (S-24)', () => {
  it.each([
    'http://user@127.0.0.1/',
    'http://user:pass@example.org/',
    'ftp://example.org/',
    'file:///etc/passwd',
    '//x',
    '',
  ])('refuses %s before any look-up', async (address) => {
    const resolve = resolverOf(['127.0.0.1']);
    expect(await failure(guarded([], resolve).fetch(address))).toBeInstanceOf(UnsupportedAddress);
    expect(resolve.asked).toEqual([]);
  });

  it('reads a backslash as the URL standard does: the host before it is the one that is judged', async () => {
    const resolve = resolverOf(['10.0.0.1']);
    const thrown = await failure(guarded([], resolve).fetch('http://public.example\\@127.0.0.1/'));
    expect(resolve.asked).toEqual(['public.example']);
    expect(thrown).toBeInstanceOf(PrivateAddressBlocked);
  });
});

describe('names and redirects (S-24)', () => {
  it('connects to the address it has judged, so a flipping name gets nowhere', async () => {
    const flipping = resolverOf(['198.51.100.1', '10.0.0.1'], ['127.0.0.1']);
    const thrown = await failure(guarded([], flipping).fetch(`http://flip.example:${port}/ok`));
    expect(thrown).toBeInstanceOf(PrivateAddressBlocked);
    expect(flipping.asked).toHaveLength(1);
    expect(connections).toBe(0);
  });

  it.each([
    'http://127.0.0.1/',
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://169.254.169.254/',
    'https://example.org/',
    '/ok',
  ])('does not follow a redirect to %s', async (to) => {
    const { fetch } = guarded([`127.0.0.1:${port}`]);
    const thrown = await failure(fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-to': to } }));
    expect(thrown).toBeInstanceOf(RedirectRefused);
  });
});

describe('allowed private addresses (S-24)', () => {
  it('reaches an allowed name or address on its port, and no other port', async () => {
    const { fetch } = guarded([`localhost:${port}`, `127.0.0.1:${port}`]);
    expect(await (await fetch(`http://localhost:${port}/ok`)).text()).toBe('reached');
    expect(await (await fetch(`http://LOCALHOST.:${port}/ok`)).text()).toBe('reached');
    expect(await (await fetch(`http://2130706433:${port}/ok`)).text()).toBe('reached');
    expect(await failure(fetch(`http://localhost:${port + 1}/ok`))).toBeInstanceOf(
      PrivateAddressBlocked,
    );
  });

  it('never lets an allowed name lead to the metadata service', async () => {
    const { fetch } = guarded([`models.lan:${port}`], resolverOf(['169.254.169.254']));
    expect(await failure(fetch(`http://models.lan:${port}/`))).toBeInstanceOf(
      PrivateAddressBlocked,
    );
  });

  it('keeps a connection open and drops it when the list changes', async () => {
    const allowed = [`127.0.0.1:${port}`];
    const made = guarded(allowed);
    await (await made.fetch(`http://127.0.0.1:${port}/ok`)).text();
    await setImmediate();
    await (await made.fetch(`http://127.0.0.1:${port}/ok`)).text();
    expect(connections).toBe(1);
    allowed.pop();
    made.forgetConnections();
    expect(await failure(made.fetch(`http://127.0.0.1:${port}/ok`))).toBeInstanceOf(
      PrivateAddressBlocked,
    );
  });
});
