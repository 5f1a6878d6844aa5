import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import {
  ask,
  DoorStreet,
  resolveTo,
  textUntilEnd,
} from '../../../../../../test/support/door-street';

const street = new DoorStreet();
beforeAll(() => street.open());
afterEach(() => street.clear());
afterAll(() => street.close());

describe('a request through the door', () => {
  it('reaches an allowed host and comes back', async () => {
    const { door, socketPath } = await street.aDoor();
    const answer = await ask(socketPath, `http://api.example:${street.port}/a?b=c`);

    expect(answer).toMatchObject({ status: 200, text: 'reached' });
    expect(street.heard[0]).toMatchObject({ method: 'GET', url: '/a?b=c' });
    expect(door.takeRecord()).toEqual([
      { hostPort: `api.example:${street.port}`, decision: 'allowed', times: 1, bytes: 7 },
    ]);
  });

  it('asks for the host it was allowed for, whatever the script wrote', async () => {
    const { socketPath } = await street.aDoor();
    const headers = { host: 'evil.example', 'proxy-authorization': 'x', te: 'trailers' };
    await ask(socketPath, `http://api.example:${street.port}/`, {
      headers: { ...headers, connection: 'close, x-hop', 'x-hop': '1', 'x-kept': ['1', '2'] },
    });

    expect(street.heard[0]!.headersDistinct).toMatchObject({
      host: [`api.example:${street.port}`],
      'x-kept': ['1', '2'],
    });
    expect(Object.keys(street.heard[0]!.headers).sort()).toEqual(['connection', 'host', 'x-kept']);
  });

  it('carries bodies in both directions, framed anew', async () => {
    street.answerAs = (asked, answer) => void asked.pipe(answer);
    const { socketPath } = await street.aDoor();
    const address = `http://api.example:${street.port}/`;
    const smuggled = 'GET /second HTTP/1.1\r\nHost: evil.example\r\n\r\n';

    expect(await ask(socketPath, address, { method: 'POST', body: ['one', 'two'] })).toMatchObject({
      text: 'onetwo',
    });
    const headers = { 'transfer-encoding': 'chunked' };
    expect(
      await ask(socketPath, address, { method: 'GET', headers, body: [smuggled] }),
    ).toMatchObject({ text: smuggled });
    expect(street.heard.map(({ url }) => url)).toEqual(['/', '/']);
  });

  it('gives redirects back: the next request is judged by itself', async () => {
    street.answerAs = (_, answer) =>
      answer.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    const { socketPath } = await street.aDoor();
    const first = await ask(socketPath, `http://api.example:${street.port}/`);
    expect(first).toMatchObject({ status: 302, headers: { location: 'http://169.254.169.254/' } });
    const next = await ask(socketPath, first.headers.location!);
    expect(next).toMatchObject({
      status: 403,
      headers: { 'x-egress-refusal': 'host_not_allowed' },
    });
  });

  it('answers 502 when the other side breaks off or does not listen', async () => {
    street.answerAs = (asked) => asked.socket.destroy();
    const { socketPath } = await street.aDoor({
      hosts: [`api.example:${street.port}`, 'api.example:1', 'nowhere.example:80'],
      allowed: [`api.example:${street.port}`, 'api.example:1'],
    });
    const reasonOf = async (address: string) => {
      const { status, headers } = await ask(socketPath, address);
      return [status, headers['x-egress-refusal']];
    };
    expect(await reasonOf(`http://api.example:${street.port}/`)).toEqual([502, 'no_connection']);
    expect(await reasonOf('http://api.example:1/')).toEqual([502, 'no_connection']);
    expect(await reasonOf('http://nowhere.example/')).toEqual([502, 'name_not_found']);
  });

  it('survives a client that leaves in the middle', async () => {
    street.answerAs = (_, answer) => void answer.write('first');
    const { socketPath } = await street.aDoor();
    const asked = request({ socketPath, path: `http://api.example:${street.port}/` });
    asked.end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    await once(answer, 'data');
    answer.destroy();
    await once(street.heard[0]!.socket, 'close');
    street.answerAs = (_, again) => again.end('reached');
    expect(await ask(socketPath, `http://api.example:${street.port}/`)).toMatchObject({
      status: 200,
    });
  });
});

describe('what is not allowed', () => {
  it.each([
    ['another port', (at: number) => `api.example:${at + 1}`],
    ['another name of the same address', (at: number) => `other.example:${at}`],
    ['a subdomain', (at: number) => `x.api.example:${at}`],
    ['the address itself', (at: number) => `127.0.0.1:${at}`],
    ['the address in other digits', (at: number) => `2130706433:${at}`],
    ['the address as IPv6', (at: number) => `[::ffff:127.0.0.1]:${at}`],
    ['the address as IPv6 in hex', (at: number) => `[::ffff:7f00:1]:${at}`],
    ['the metadata service', () => '169.254.169.254:80'],
    ['the docker gateway', () => '172.17.0.1:80'],
  ])('is %s, by request and by tunnel', async (_, hostPortAt) => {
    const { door, socketPath } = await street.aDoor();
    const hostPort = hostPortAt(street.port);
    const answer = await ask(socketPath, `http://${hostPort}/`);
    const refused = await street.tunnel(socketPath, hostPort);

    expect(answer).toMatchObject({
      status: 403,
      headers: { 'x-egress-refusal': 'host_not_allowed' },
    });
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'host_not_allowed' });
    expect(answer.text.trim().split('\n')).toHaveLength(1);
    expect(refused).toMatch(/^403 host_not_allowed: .* is not among the tool's allowed hosts$/);
    expect(street.heard).toEqual([]);
    expect(door.takeRecord()).toMatchObject([{ decision: 'host_not_allowed', times: 2 }]);
  });

  it.each(['/', '*', 'https://api.example/', 'http://user@api.example/', 'ftp://api.example/'])(
    'is what is no proxy request: %s',
    async (address) => {
      const { socketPath } = await street.aDoor({ hosts: ['api.example:80', 'api.example:443'] });
      const { status, headers } = await ask(socketPath, address);
      expect([status, headers['x-egress-refusal']]).toEqual([403, 'not_a_proxy_request']);
    },
  );

  it.each(['127.0.0.1', '10.0.0.1', '172.17.0.1', '::1', '::ffff:10.0.0.1', '169.254.169.254'])(
    'is an allowed name that leads to %s (S-24)',
    async (address) => {
      const { socketPath } = await street.aDoor({ allowed: [], resolve: resolveTo(address) });
      const { status, headers } = await ask(socketPath, `http://api.example:${street.port}/`);
      expect([status, headers['x-egress-refusal']]).toEqual([403, 'private_address']);
      expect(await street.tunnel(socketPath, `api.example:${street.port}`)).toMatch(
        /^403 private_address/,
      );
      expect(street.heard).toEqual([]);
    },
  );

  it('is the metadata service even for a name whose private address is allowed', async () => {
    const { socketPath } = await street.aDoor({ resolve: resolveTo('169.254.169.254') });
    expect(await street.tunnel(socketPath, `api.example:${street.port}`)).toMatch(
      /^403 private_address/,
    );
  });

  it('is a name that has flipped since the last request', async () => {
    const { socketPath } = await street.aDoor({
      resolve: resolveTo('127.0.0.1', '169.254.169.254'),
    });
    expect(await ask(socketPath, `http://api.example:${street.port}/`)).toMatchObject({
      status: 200,
    });
    expect(await ask(socketPath, `http://api.example:${street.port}/`)).toMatchObject({
      status: 403,
    });
    expect(street.heard).toHaveLength(1);
  });

  it('is told after the request was read to its end', async () => {
    const { socketPath } = await street.aDoor();
    const body = Array.from({ length: 40 }, () => 'x'.repeat(65_536));
    const answer = await ask(socketPath, 'http://evil.example/', { method: 'POST', body });
    expect(answer.status).toBe(403);
  });
});

describe('a tunnel', () => {
  it('carries bytes both ways and ends with either side', async () => {
    const { lines, hostPort } = await street.anEcho();
    const { door, socketPath } = await street.aDoor({ hosts: [hostPort], allowed: [hostPort] });
    const opened = await street.openTunnel(socketPath, hostPort);
    opened.write('EHLO there\r\n');
    const [echoed] = (await once(opened, 'data')) as [Buffer];

    expect(echoed.toString()).toBe('EHLO there\r\n');
    expect(door.takeRecord()).toMatchObject([{ hostPort, decision: 'allowed', bytes: 24 }]);
    lines[0]!.destroy();
    await once(opened, 'close');
  });

  it('carries plain HTTP to nobody, and says so', async () => {
    const { door, socketPath } = await street.aDoor();
    const opened = await street.openTunnel(socketPath, `api.example:${street.port}`);
    opened.write('GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n');

    expect(await textUntilEnd(opened)).toMatch(/^HTTP\/1\.1 403 plain_http_in_tunnel: /);
    expect(street.heard).toEqual([]);
    expect(door.takeRecord()).toMatchObject([
      { decision: 'allowed' },
      { decision: 'plain_http_in_tunnel' },
    ]);
  });

  it('carries no TLS for another name, and says so in TLS', async () => {
    const { lines, hostPort } = await street.anEcho();
    const { socketPath } = await street.aDoor({ hosts: [hostPort], allowed: [hostPort] });
    const opened = await street.openTunnel(socketPath, hostPort);
    opened.write(Buffer.from('16030100050100000103', 'hex'));

    expect(await textUntilEnd(opened)).toBe('\x15\x03\x01\0\x02\x02\x70');
    expect(lines[0]!.bytesRead).toBe(0);
  });
});
