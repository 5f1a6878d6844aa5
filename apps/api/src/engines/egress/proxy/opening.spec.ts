import { once } from 'node:events';
import { createServer } from 'node:net';
import { connect as connectTls } from 'node:tls';
import fc from 'fast-check';
import { readGreeting } from './client-hello';
import { judgeOpening } from './opening';

/** What a real client says first. */
async function aHello(servername?: string): Promise<Buffer> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const client = connectTls({ port, host: '127.0.0.1', servername });
  client.on('error', () => undefined);
  const [line] = (await once(server, 'connection')) as [NodeJS.ReadableStream];
  const [hello] = (await once(line, 'data')) as [Buffer];
  client.destroy();
  server.close();
  return hello;
}

const HEAD = 5;
const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const record = (body: Buffer) => Buffer.concat([Buffer.from([22, 3, 1]), u16(body.length), body]);
const extension = (type: number, body: Buffer) =>
  Buffer.concat([u16(type), u16(body.length), body]);
const serverName = (...names: string[]) => {
  const list = names.map((name) =>
    Buffer.concat([Buffer.from([0]), u16(name.length), Buffer.from(name)]),
  );
  const joined = Buffer.concat(list);
  return extension(0, Buffer.concat([u16(joined.length), joined]));
};
/** A hello as small as the standard allows. */
const helloOf = (...extensions: Buffer[]) => {
  const all = Buffer.concat(extensions);
  const fixed = Buffer.concat([Buffer.alloc(34, 3), Buffer.from([0, 0, 2, 19, 1, 1, 0])]);
  const body = Buffer.concat([fixed, u16(all.length), all]);
  return record(Buffer.concat([Buffer.from([1, 0]), u16(body.length), body]));
};

describe('the first bytes in a tunnel', () => {
  it('pass when TLS names the host the tunnel was opened for', async () => {
    expect(judgeOpening(await aHello('api.example'), 'api.example')).toBe('pass');
    expect(judgeOpening(helloOf(serverName('API.example')), 'api.example')).toBe('pass');
  });

  it('do not pass when TLS names another host at the same address', async () => {
    expect(judgeOpening(await aHello('evil.example'), 'api.example')).toBe('another_name');
  });

  it('do not pass when TLS names nobody, or hides whom', async () => {
    const hidden = helloOf(serverName('api.example'), extension(0xfe0d, Buffer.alloc(8)));
    expect(judgeOpening(await aHello(), 'api.example')).toBe('another_name');
    expect(judgeOpening(hidden, 'api.example')).toBe('another_name');
    expect(judgeOpening(Buffer.from('802e010301001500000010', 'hex'), 'api.example')).toBe(
      'another_name',
    );
  });

  it('name nobody when the tunnel leads to an address', async () => {
    expect(judgeOpening(await aHello(), '203.0.113.7')).toBe('pass');
    expect(judgeOpening(await aHello(), '[2001:db8::7]')).toBe('pass');
    expect(judgeOpening(await aHello('api.example'), '203.0.113.7')).toBe('another_name');
  });

  it('are judged when all of the greeting is there, however it is cut', async () => {
    const hello = await aHello('api.example');
    const message = hello.subarray(HEAD);
    const inPieces = Buffer.concat(
      Array.from({ length: Math.ceil(message.length / 40) }, (_, at) =>
        record(message.subarray(at * 40, at * 40 + 40)),
      ),
    );
    expect(judgeOpening(inPieces, 'api.example')).toBe('pass');
    expect(judgeOpening(inPieces, 'evil.example')).toBe('another_name');
    for (let length = 0; length < inPieces.length; length++) {
      expect(judgeOpening(inPieces.subarray(0, length), 'api.example')).toBe('wait');
    }
  });

  it.each([
    ['two lists of names', helloOf(serverName('api.example'), serverName('evil.example'))],
    ['two names', helloOf(serverName('api.example', 'evil.example'))],
    ['an empty name', helloOf(serverName(''))],
    ['a name with an end in it', helloOf(serverName('api.example\0evil.example'))],
    ['a broken list', helloOf(extension(0, Buffer.from([0, 9, 0])))],
    ['another handshake message', record(Buffer.from([2, 0, 0, 4, 1, 1, 1, 1]))],
    [
      'another record after half a greeting',
      Buffer.concat([record(Buffer.from([1])), Buffer.from('GET / HTTP')]),
    ],
    [
      'records without an end',
      Buffer.concat(Array.from({ length: 8_000 }, () => record(Buffer.alloc(0)))),
    ],
    ['a greeting of 16 MB', record(Buffer.from([1, 255, 255, 255, 3]))],
  ])('do not pass with %s', (_, bytes) => {
    expect(judgeOpening(bytes, 'api.example')).toBe('another_name');
  });

  it.each([
    ...[
      'GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n',
      '\r\n\nPOST /x HTTP/1.0\r\n',
      'get / http/1.1',
    ],
    ...[
      'PRI * HTTP/2.0\r\n\r\n',
      'X-Y\t/\tHTTP/1.1\r\n',
      `GET /${'a'.repeat(9000)}`.slice(0, 100) + ' HTTP/1',
    ],
  ])('do not pass as plain HTTP: %j', (text) => {
    expect(judgeOpening(Buffer.from(text), 'api.example')).toBe('plain_http_in_tunnel');
  });

  it('wait while they may become plain HTTP', () => {
    const request = 'GET /some/path?x=1 HTTP/1';
    for (let length = 0; length < request.length; length++) {
      expect(judgeOpening(Buffer.from(request.slice(0, length)), 'api.example')).toBe('wait');
    }
  });

  it.each([
    ...['EHLO me.example\r\n', 'PING\r\n', '*1\r\n$4\r\nPING\r\n', 'SSH-2.0-x\r\n', '{"a":1}'],
    ...['\0\0\0\x08\x04\xd2\x16\x2f', 'H\0\0\x01\x85', '\x10\x0e\0\x04MQTT'],
    `GET ${'a'.repeat(8 * 1024)}`,
  ])('pass in other protocols: %j', (text) => {
    expect(judgeOpening(Buffer.from(text, 'latin1'), 'api.example')).toBe('pass');
  });

  it('never fail, whatever they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, isTls) => {
        const given = Buffer.from(bytes);
        judgeOpening(isTls ? record(Buffer.concat([Buffer.from([1, 0]), given])) : given, 'x');
        expect(['incomplete', 'malformed', 'hello']).toContain(readGreeting(given).kind);
      }),
      { numRuns: 2_000 },
    );
  });
});
