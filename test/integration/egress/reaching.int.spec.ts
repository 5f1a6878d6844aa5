import { docker, until } from '../../support/real-containers';
import { SmallWorld } from './small-world';

const world = new SmallWorld();
beforeAll(() => world.open());
afterEach(() => {
  world.heard = [];
});
afterAll(() => world.close());

describe('a tool that may reach a host', () => {
  it('reaches it over HTTP with what everybody uses, unchanged', async () => {
    const seen = await world.look<unknown>(`
import requests
with urllib.request.urlopen(http_url) as answer:
    first = answer.read().decode()
second = requests.get(http_url)
third = requests.post(http_url + '/echo', data='sent')
with requests.Session() as session:
    more = [session.get(http_url + f'/?n={n}').text for n in range(5)]
tell([first, second.text, second.headers['via'] if 'via' in second.headers else None, third.text, more])`);

    expect(seen).toEqual(['reached', 'reached', null, 'sent', Array(5).fill('reached')]);
    expect(new Set(world.heard.map(({ headers }) => headers.host))).toEqual(
      new Set([`api.example:${world.httpPort}`]),
    );
  });

  it('reaches it over TLS, whose certificate the tool checks itself', async () => {
    const seen = await world.look<unknown>(`
import requests
trust = ssl.create_default_context(cafile='/work/ca.pem')
with urllib.request.urlopen(https_url, context=trust) as answer:
    first = answer.read().decode()
second = requests.get(https_url, verify='/work/ca.pem').text
try:
    requests.get(https_url)
except requests.exceptions.SSLError as problem:
    third = 'CERTIFICATE_VERIFY_FAILED' in str(problem)
tell([first, second, third])`);

    expect(seen).toEqual(['reached', 'reached', true]);
  });

  it('loads much, in parallel', async () => {
    const seen = await world.look<unknown>(`
import concurrent.futures, requests
def load(n):
    url = http_url if n % 2 else https_url
    return len(requests.get(url + '/large', verify='/work/ca.pem').content)
with concurrent.futures.ThreadPoolExecutor(4) as pool:
    large = list(pool.map(load, range(4)))
with concurrent.futures.ThreadPoolExecutor(100) as pool:
    small = list(pool.map(lambda n: requests.get(http_url).text, range(100)))
tell([large, small.count('reached')])`);

    expect(seen).toEqual([Array(4).fill(8 * 1024 * 1024), 100]);
  });

  it('leaves a record of what it asked for', async () => {
    const script = `import requests
requests.get(f'http://api.example:{http}')
requests.get('http://evil.example/secret')`;
    await world.run(script, { ownerId: 'recorded' });

    expect(await world.decisionsOf('recorded')).toEqual([
      `api.example:${world.httpPort} allowed 1`,
      'evil.example:80 host_not_allowed 1',
    ]);
  });

  it('is closed like every other, but for one folder that it cannot change (S-31)', async () => {
    let begun: () => void;
    const started = new Promise<void>((resolve) => (begun = resolve));
    const running = world.look<unknown>(
      `
places = [lambda: os.unlink('/run/egress/proxy.sock'), lambda: open('/run/egress/x', 'w'), lambda: os.listdir('/run/egress')]
time.sleep(3)
tell([errno_of(it) for it in places])`,
      { onStarted: () => begun() },
    );
    await started;
    const [name = ''] = world.networked;
    const [inspected] = JSON.parse(docker('inspect', name)) as [Inspected];
    const changes = await running;

    expect(changes).toEqual(['EROFS', 'EROFS', 'EACCES']);
    expect(inspected.HostConfig).toMatchObject({ NetworkMode: 'none', CapDrop: ['ALL'] });
    const mounts = inspected.Mounts.filter(({ Type }) => Type !== 'tmpfs');
    expect(mounts).toMatchObject([{ Type: 'bind', Destination: '/run/egress', RW: false }]);
    await until(() => world.gates.length === 0, 5_000);
  });

  it('takes its way out with it, however it ends', async () => {
    const hang = `import urllib.request\nurllib.request.urlopen(f'http://api.example:{http}/hang').read()`;
    const result = await world.run(hang, { timeoutMs: 1_000 });

    expect(result.state).toBe('timeout');
    await until(() => world.gates.length === 0, 5_000);
    await until(() => world.heard.every(({ socket }) => socket.destroyed), 5_000);
  });

  it('keeps its way out over several calls, each beginning anew', async () => {
    const again = { reuseKey: 'tool 1 frequent', ownerId: 'frequent' };
    const script = (last: string) => `import requests, socket
kept = socket.socket(socket.AF_UNIX)
kept.connect('/run/egress/proxy.sock')
kept.sendall(f'CONNECT api.example:{http} HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n'.encode())
print(kept.recv(12).decode(), requests.get(f'http://api.example:{http}').text, ${last})`;
    const first = await world.run(script('1'), again);
    const second = await world.run(script('2'), again);

    expect([first.stdout, second.stdout]).toEqual([1, 2].map((n) => `HTTP/1.1 200 reached ${n}\n`));
    expect(second.containerId).toBe(first.containerId);
    expect((await world.decisionsOf('frequent'))[0]).toBe(
      `api.example:${world.httpPort} allowed 2`,
    );
  });
});

describe('a tool that may reach nothing', () => {
  it('has no way out, and no variable that speaks of one', async () => {
    const seen = await world.look<unknown>(
      `tell([os.path.exists('/run/egress'), [it for it in os.environ if 'proxy' in it.lower()], os.listdir('/sys/class/net'), errno_of(lambda: socket.create_connection(('127.0.0.1', 3128), 2))])`,
      { allowedHosts: [] },
    );

    expect(seen).toEqual([false, [], ['lo'], 'ECONNREFUSED']);
  });
});

interface Inspected {
  HostConfig: Record<string, unknown>;
  Mounts: { Type: string; Destination: string; RW: boolean }[];
}
