import { docker, until } from '../../support/real-containers';
import { SmallWorld } from './small-world';

const world = new SmallWorld();
beforeAll(() => world.open());
afterEach(() => {
  world.heard = [];
});
afterAll(() => world.close());

const gateway = (): string =>
  docker('network', 'inspect', 'bridge', '--format', '{{(index .IPAM.Config 0).Gateway}}') ||
  '172.17.0.1';

describe('what a tool cannot reach, though it may reach one host (S-24, S-29)', () => {
  it('is another port, another name, and no spelling of the address', async () => {
    const seen = await world.look<Record<string, string>>(`
import requests
def reason(authority):
    by_request = requests.get(f'http://{authority}/').headers.get('x-egress-refusal', 'reached')
    by_tunnel = status_of(way_out(), authority).partition(':')[0]
    return [by_request, by_tunnel]
hosts = ['api.example:{other}', 'other.example:{http}', 'evil.api.example:{http}', '127.0.0.1:{http}', '2130706433:{http}', '0x7f.1:{http}',
    '[::1]:{http}', '[::ffff:127.0.0.1]:{http}', '[::ffff:7f00:1]:{http}', 'localhost:{http}', 'host.docker.internal:{http}',
    '169.254.169.254:80', '[::ffff:a9fe:a9fe]:80', '${gateway()}:2375', 'postgres:5432']
tell({host: reason(host.format(http=http, other=https + 1)) for host in hosts})`);

    expect(Object.keys(seen)).toHaveLength(15);
    for (const reasons of Object.values(seen)) {
      expect(reasons).toEqual(['host_not_allowed', 'HTTP/1.1 403 host_not_allowed']);
    }
    expect(world.heard).toEqual([]);
  });

  it('is a host an allowed one redirects to, over HTTP and TLS', async () => {
    const seen = await world.look<unknown[]>(`
import requests, urllib.parse
def follow(start, to):
    try:
        answer = requests.get(start + '/?to=' + urllib.parse.quote(to, safe=''), verify='/work/ca.pem')
        return [answer.status_code, answer.headers.get('x-egress-refusal')]
    except requests.exceptions.ProxyError as problem:
        return 'host_not_allowed' in str(problem)
tell([follow(http_url, f'http://other.example:{http}/'), follow(https_url, f'http://127.0.0.1:{http}/'),
      follow(http_url, 'http://169.254.169.254/latest'), follow(https_url, f'https://other.example:{https}/'),
      follow(http_url, http_url + '/')])`);

    const refused = [403, 'host_not_allowed'];
    expect(seen).toEqual([refused, refused, refused, true, [200, null]]);
  });

  it('is a private or metadata address an allowed name leads to', async () => {
    const hosts = ['inside.example:80', `metadata.example:${world.httpPort}`];
    const seen = await world.look<string[]>(
      `tell([status_of(way_out(), 'inside.example:80'), status_of(way_out(), f'metadata.example:{http}')])`,
      { allowedHosts: hosts },
    );

    for (const line of seen) expect(line).toMatch(/^HTTP\/1\.1 403 private_address: /);
  });

  it('is another name at the same address, asked for inside a tunnel', async () => {
    const seen = await world.look<unknown>(`
def greet(server_name):
    line = way_out()
    status_of(line, f'api.example:{https}')
    trust = ssl.create_default_context(cafile='/work/ca.pem')
    trust.check_hostname = False
    try:
        with trust.wrap_socket(line, server_hostname=server_name) as inner:
            inner.sendall(b'GET / HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n')
            return b'reached' in read_all(inner)
    except ssl.SSLError as problem:
        return problem.reason
plain = way_out()
status_of(plain, f'api.example:{http}')
plain.sendall(b'GET / HTTP/1.1\\r\\nHost: other.example\\r\\n\\r\\n')
tell([greet('api.example'), greet('other.example'), greet(None), read_head(plain).split(b':')[0].decode()])`);

    const alert = 'TLSV1_UNRECOGNIZED_NAME';
    expect(seen).toEqual([true, alert, alert, 'HTTP/1.1 403 plain_http_in_tunnel']);
    expect(world.heard).toHaveLength(1);
  });

  it('is anything without the proxy: sockets, raw sockets, name servers, the gateway, metadata', async () => {
    const seen = await world.look<Record<string, string>>(`
def udp(host, port):
    line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    line.settimeout(2)
    line.sendto(b'\\x12\\x34\\x01\\0\\0\\x01\\0\\0\\0\\0\\0\\0\\x03api\\x07example\\0\\0\\x01\\0\\x01', (host, port))
    line.recv(1)
def tcp(host, port):
    socket.create_connection((host, port), timeout=2).close()
v6 = lambda: socket.socket(socket.AF_INET6).connect(('2001:db8::1', 443))
tell({
  'host loopback': errno_of(lambda: tcp('127.0.0.1', http)), 'gateway': errno_of(lambda: tcp('${gateway()}', 2375)),
  'metadata': errno_of(lambda: tcp('169.254.169.254', 80)), 'outside': errno_of(lambda: tcp('1.1.1.1', 443)), 'v6': errno_of(v6),
  'name server': errno_of(lambda: udp('1.1.1.1', 53)), 'gateway name server': errno_of(lambda: udp('${gateway()}', 53)),
  'docker name server': errno_of(lambda: udp('127.0.0.11', 53)),
  'raw': errno_of(lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)),
  'packet': errno_of(lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW)),
  'name': errno_of(lambda: socket.getaddrinfo('api.example', 80)) != 'reached'})`);

    expect(seen).toEqual({
      'host loopback': 'ECONNREFUSED',
      gateway: 'ENETUNREACH',
      metadata: 'ENETUNREACH',
      outside: 'ENETUNREACH',
      v6: 'ENETUNREACH',
      'name server': 'ENETUNREACH',
      'gateway name server': 'ENETUNREACH',
      'docker name server': 'TimeoutError',
      raw: 'EPERM',
      packet: 'EPERM',
      name: true,
    });
  });
});

describe('two tools with different hosts', () => {
  it('cannot use each other’s way out', async () => {
    const script = (seconds: number) => `
import requests
time.sleep(${seconds})
own, other = (requests.get(f'http://{name}.example:{http}/').status_code for name in PARAMS['names'])
mounts = [line.split() for line in open('/proc/self/mountinfo') if ' /run/egress ' in line]
tell([own, other, len(mounts), os.path.exists(mounts[0][3])])`;
    const call = (own: string, other: string) => ({
      allowedHosts: [`${own}.example:${world.httpPort}`],
      ownerId: own,
      parametersJson: JSON.stringify({
        http: world.httpPort,
        https: world.httpsPort,
        certificate: world.certificate,
        names: [own, other],
      }),
    });
    const both = await Promise.all([
      world.look<unknown[]>(script(1), call('api', 'other')),
      world.look<unknown[]>(script(1), call('other', 'api')),
    ]);

    expect(both).toEqual(Array(2).fill([200, 403, 1, false]));
    await until(() => world.gates.length === 0, 5_000);
  });
});

describe('abuse of the way out', () => {
  const neighbour = () => world.look<string>(`import requests\ntell(requests.get(http_url).text)`);

  it('ends in refusals: headers without end, slow ones, garbage', async () => {
    const seen = await world.look<unknown>(`
def say(*pieces, pause=0):
    line = way_out()
    try:
        for piece in pieces:
            line.sendall(piece)
            time.sleep(pause)
    except OSError:
        pass
    line.settimeout(10)
    return read_all(line)[:12].decode()
start = b'GET http://api.example:%d/ HTTP/1.1\\r\\nHost: x\\r\\n' % http
def cut():
    yield start
    for n in range(10000):
        yield b'X-%d: y\\r\\n' % n
tell([say(start, b'X: ' + b'y' * 1000000), say(*cut()), say(start, b'X: 1\\r\\n', b'X: 2\\r\\n', pause=0.5), say(b'\\x16\\x03\\x01' + b'\\0' * 100),
  say(start + b'Transfer-Encoding: chunked\\r\\nContent-Length: 5\\r\\n\\r\\n0\\r\\n\\r\\n'), say(b'\\r\\n' * 100000), say()])`);

    const answers = seen as string[];
    for (const answer of answers) expect(answer).toMatch(/^(HTTP\/1\.1 4\d\d)?$/);
    expect(world.heard).toEqual([]);
    expect(await neighbour()).toBe('reached');
  });

  it('ends a flood of connections, and others notice nothing', async () => {
    const flood = world.look<{ open: number; refused: number }>(`
lines, refused = [], 0
for n in range(1000):
    try:
        lines.append(way_out())
    except OSError:
        refused += 1
ended = time.monotonic() + 4
while time.monotonic() < ended:
    try:
        way_out().close()
    except OSError:
        refused += 1
        time.sleep(0.001)
tell({'open': len(lines), 'refused': refused})`);
    await until(() => world.gates.length > 0, 20_000);
    const answers = [await neighbour(), await neighbour(), await neighbour()];

    expect(answers).toEqual(Array(3).fill('reached'));
    const { refused } = await flood;
    expect(refused).toBeGreaterThan(100);
    await until(() => world.gates.length === 0, 5_000);
  });

  it('cannot pass more requests through one connection than one call may make at once', async () => {
    const seen = await world.look<number>(`
line = way_out()
line.sendall(b'GET http://api.example:%d/hang HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n' % http * 500)
time.sleep(2)
tell(len(line.recv(100)) > 0)`);
    expect(seen).toBe(true);
    expect(world.heard.length).toBeLessThanOrEqual(64);
  });
});
