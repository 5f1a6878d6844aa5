import { docker, RealContainers, until } from '../../support/real-containers';

const MIB = 1024 * 1024;

interface Inspected {
  Config: {
    User: string;
    Env: string[];
    Labels: Record<string, string>;
    Cmd: string[];
    WorkingDir: string;
  };
  HostConfig: Record<string, unknown> & { Tmpfs: Record<string, string> };
  Mounts: unknown[];
}

describe('a tool container is closed', () => {
  const room = new RealContainers({ CONTAINER_STOCK: '2' });

  beforeAll(async () => {
    process.env.TOOLYARD_TEST_SECRET = 'do-not-leak-me';
    await room.start();
    await until(() => room.stock.idle === 2, 20_000);
  });
  afterAll(async () => {
    delete process.env.TOOLYARD_TEST_SECRET;
    await room.stop();
  });

  /** Runs Python that prints one JSON value. */
  const look = async <T>(script: string): Promise<T> => {
    const result = await room.run(`import json, os\n${script}`);
    expect(result).toMatchObject({ state: 'completed', stderr: '' });
    return JSON.parse(result.stdout) as T;
  };

  it('is made with every limit (S-31, A-061)', async () => {
    const [name = ''] = room.listOwn();
    const [found] = JSON.parse(docker('inspect', name)) as [Inspected];

    expect(found.HostConfig).toMatchObject({
      AutoRemove: true,
      CapDrop: ['ALL'],
      CapAdd: null,
      SecurityOpt: ['no-new-privileges'],
      ReadonlyRootfs: true,
      Privileged: false,
      Memory: 512 * MIB,
      MemorySwap: 512 * MIB,
      NanoCpus: 1e9,
      PidsLimit: 256,
      NetworkMode: 'none',
      PidMode: '',
      Binds: null,
      LogConfig: { Type: 'none' },
      ShmSize: 16 * MIB,
    });
    expect(
      Object.values(found.HostConfig.Tmpfs).every((it) =>
        /noexec.*nosuid.*nodev.*size=64m/.test(it),
      ),
    ).toBe(true);
    expect(found.Mounts.filter((it) => (it as { Type: string }).Type !== 'tmpfs')).toEqual([]);
    expect(found.Config).toMatchObject({
      User: '10001:10001',
      WorkingDir: '/work',
      Cmd: ['python3', '-I', '-u', '/opt/toolyard/run_once.py'],
    });
    expect(found.Config.Labels).toMatchObject({
      'toolyard.role': 'tool',
      'toolyard.instance': room.config.instanceId,
    });
    expect(Date.parse(found.Config.Labels['toolyard.expires'] ?? '')).toBeGreaterThan(Date.now());
    expect(JSON.stringify(found)).not.toContain('do-not-leak-me');
  });

  it('runs as nobody in particular, without a capability (S-25)', async () => {
    const status = await look<{ uids: number[]; caps: string; privileges: string }>(`
facts = dict(line.split(':', 1) for line in open('/proc/self/status'))
print(json.dumps({'uids': [os.getuid(), os.geteuid(), os.getgid()],
  'caps': facts['CapEff'].strip() + facts['CapBnd'].strip(), 'privileges': facts['NoNewPrivs'].strip()}))`);

    expect(status).toEqual({ uids: [10001, 10001, 10001], caps: '0'.repeat(32), privileges: '1' });
  });

  it('sees no environment of ours, no engine socket and no network (S-25, S-29)', async () => {
    const seen = await look<{
      env: string[];
      sockets: string[];
      links: string[];
      reached: string[];
      self: string[];
    }>(`
import socket
def reach(host, port):
    try:
        socket.create_connection((host, port), timeout=1).close()
        return True
    except OSError:
        return False
targets = [('172.17.0.1', 2375), ('192.168.65.7', 2375), ('127.0.0.1', 5432), ('1.1.1.1', 443), ('host.docker.internal', 2376)]
print(json.dumps({'env': list(os.environ.values()),
  'sockets': [p for p in ('/var/run/docker.sock', '/run/docker.sock', '/run/containerd') if os.path.exists(p)],
  'links': os.listdir('/sys/class/net'), 'reached': [h for h, p in targets if reach(h, p)],
  'self': [socket.gethostbyname(n) for n in ('localhost', socket.gethostname())]}))`);

    expect(seen).toMatchObject({ sockets: [], links: ['lo'], reached: [] });
    expect(seen.self).toEqual(['127.0.0.1', '127.0.0.2']);
    expect(seen.env.join()).not.toContain('do-not-leak-me');
  });

  it('writes nowhere but to its scratch places, which run no program', async () => {
    const writable = await look<string[]>(`
def can_write(path):
    try:
        with open(path + '/x', 'w') as f: f.write('#!/bin/sh\\n')
        return True
    except OSError:
        return False
places = ['/', '/etc', '/usr', '/opt/toolyard', '/var/tmp', '/run', '/home', '/proc/sys', '/sys/fs/cgroup', '/tmp', '/work', '/dev/shm']
print(json.dumps([p for p in places if can_write(p)]))`);
    const ran = await look<boolean>(`
with open('/work/run', 'w') as f: f.write('#!/bin/sh\\n')
os.chmod('/work/run', 0o755)
try: os.execv('/work/run', ['run'])
except PermissionError: print('false')`);

    expect(writable).toEqual(['/tmp', '/work', '/dev/shm']);
    expect(ran).toBe(false);
  });

  it('holds against well-known ways out of Python (S-25)', async () => {
    const escaped = await look<string[]>(`
escapes = []
try:
    builtins = [c for c in ().__class__.__base__.__subclasses__() if c.__name__ == '_wrap_close'][0].__init__.__globals__
    if '0(root)' in builtins['popen']('id').read(): escapes.append('root by subclasses')
except Exception: pass
for path in ('/etc/shadow', '/proc/1/root/etc/shadow', '/proc/sysrq-trigger', '/proc/kcore', '/dev/sda', '/dev/vda', '/dev/mem'):
    try:
        open(path, 'rb').read(1); escapes.append(path)
    except OSError: pass
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
if libc.mount(b'none', b'/work', b'tmpfs', 0, None) == 0: escapes.append('mount')
if libc.unshare(0x10000000) == 0: escapes.append('user namespace')
if libc.setuid(0) == 0: escapes.append('setuid')
print(json.dumps(escapes))`);

    expect(escaped).toEqual([]);
  });

  it('leaves nothing for the next call (S-32)', async () => {
    await room.run(`import os
for place in ('/tmp', '/work', '/dev/shm'):
    open(place + '/left', 'w').write('secret')
if os.fork() == 0:
    os.setsid()
    while True: pass`);
    const found = await look<{ files: string[][]; processes: number }>(
      `print(json.dumps({'files': [os.listdir(p) for p in ('/tmp', '/work', '/dev/shm', '/var/tmp')],
        'processes': len([p for p in os.listdir('/proc') if p.isdigit()])}))`,
    );

    expect(found).toEqual({ files: [[], [], [], []], processes: 2 });
  });

  it('survives a fork bomb and full scratch places with a named end (S-32)', async () => {
    const bomb = await room.run(
      'import os\nwhile True:\n  try: os.fork()\n  except OSError: pass',
      { timeoutMs: 1_000 },
    );
    const flood = await room.run(`
with open('/work/big', 'wb') as f:
    while True: f.write(b'x' * 1048576)`);

    expect(['timeout', 'oom']).toContain(bomb.state);
    expect(flood).toMatchObject({ state: 'error', exitCode: 1 });
    expect(flood.stderr).toMatch(/No space left on device|File too large/);
    expect(await room.run('print("fine")')).toMatchObject({ stdout: 'fine\n' });
  });
});
