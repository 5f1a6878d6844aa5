import { docker, RealContainers, until } from '../../support/real-containers';

/** Everything of a container that could outlive a call, as a script sees it. */
const TRACES = `
import json, os, resource
places = ('/tmp', '/work', '/dev/shm', '/dev/mqueue')
print(json.dumps({
  'files': [os.listdir(p) for p in places],
  'modes': [oct(os.stat(p).st_mode) for p in places],
  'processes': len([p for p in os.listdir('/proc') if p.isdigit()]),
  'ipc': sum(len(open('/proc/sysvipc/' + k).readlines()) - 1 for k in ('shm', 'msg', 'sem')),
  'globals': [n for n in dir() if not n.startswith('_')],
  'limits': resource.getrlimit(resource.RLIMIT_NOFILE)[0], 'nice': os.getpriority(os.PRIO_PROCESS, 0),
  'cwd': os.getcwd(), 'umask': os.umask(0), 'env': sorted(os.environ)}))`;

describe('a container that is kept for a key', () => {
  const room = new RealContainers({ CONTAINER_STOCK: '2', CONTAINERS_PER_PERSON: '4' });
  const keyed = (reuseKey: string) => (script: string) => room.run(script, { reuseKey });

  beforeAll(() => room.start());
  afterAll(() => room.stop());

  it('serves one call after the other, each with its own parameters and secrets', async () => {
    const results = [];
    for (let i = 0; i < 20; i++) {
      const changes = { reuseKey: 'in turn', parametersJson: `{"n":${i}}` };
      const secrets = i % 2 ? { ODD: `${i}` } : undefined;
      results.push(await room.run('print(n, SECRETS)', { ...changes, secrets }));
    }

    expect(results.map(({ stdout }) => stdout)).toEqual(
      results.map((_, i) => (i % 2 ? `${i} {'ODD': '${i}'}\n` : `${i} {}\n`)),
    );
    expect(new Set(results.map(({ containerId }) => containerId)).size).toBeLessThanOrEqual(4);
  });

  it('ends a call like a fresh one does: exit codes, tracebacks, memory', async () => {
    const run = keyed('endings');
    await run('print(1)');
    const failed = await run('import sys\nsys.exit(3)');
    const broken = await run('x = 1\n1/0');
    const big = await run('x = b"x" * 50_000_000');

    expect(failed).toMatchObject({ state: 'error', exitCode: 3 });
    expect(broken.stderr).toMatch(/File "execution.py", line 2, in <module>\n.*ZeroDivisionError/s);
    expect(big.memoryPeakBytes).toBeGreaterThan(50_000_000);
    expect(big.memoryPeakBytes).toBeLessThan(200_000_000);
  });

  it('is never the container of another key, nor of a fresh call', async () => {
    const keys = ['ada v1', 'ada v2', 'ben v1'];
    const ids = new Map<string, Set<string | null>>();
    for (let round = 0; round < 4; round++) {
      await Promise.all(
        keys.map(async (key) => {
          const { containerId } = await keyed(key)('print(1)');
          ids.set(key, new Set([...(ids.get(key) ?? []), containerId]));
        }),
      );
    }
    const fresh = await room.run('print(1)');

    const all = [...ids.values()].flatMap((own) => [...own]);
    expect(new Set(all).size).toBe(all.length);
    expect(all).not.toContain(fresh.containerId);
  });

  it('shows the next call nothing of the one before (S-32)', async () => {
    const single = new RealContainers({ CONTAINERS_PER_PERSON: '1' });
    await single.start();
    const run = (script: string) => single.run(script, { reuseKey: 'clean' });
    const before = await run(TRACES);
    const left = await run(`
import ctypes, os, subprocess, sys
for place in ('/tmp', '/work', '/dev/shm', '/dev/mqueue'):
    try: open(place + '/left', 'w').write('secret')
    except OSError: pass
os.makedirs('/tmp/deep/er/still'); os.symlink('/etc', '/tmp/link'); os.mkfifo('/work/.fifo')
os.chmod('/tmp/deep', 0)
libc = ctypes.CDLL(None)
libc.shmget(0x1234, 4096, 0o1666); libc.msgget(0x1234, 0o1666); libc.semget(0x1234, 1, 0o1666)
os.environ['LEFT'] = 'x'; os.umask(0o077); sys.modules['left'] = sys; os.chdir('/tmp')
subprocess.Popen(['sh', '-c', "trap '' TERM HUP INT; while :; do :; done"], start_new_session=True)
if os.fork() == 0:
    os.setsid()
    while True: pass
print('left')`);
    const after = await run(TRACES);
    await single.stop();

    expect(left).toMatchObject({ state: 'completed', stdout: 'left\n' });
    expect(after.stdout).toBe(before.stdout);
    expect(after.containerId).toBe(left.containerId);
    expect(JSON.parse(after.stdout)).toMatchObject({
      files: [[], [], [], []],
      processes: 2,
      ipc: 0,
    });
  });

  it.each([
    [
      'the limits of process 1',
      'import resource\nresource.prlimit(1, resource.RLIMIT_NOFILE, (50, 50))',
    ],
    ['the rank of process 1', 'import os\nos.setpriority(os.PRIO_PROCESS, 1, 19)'],
    ['the pipes', 'import fcntl\nfcntl.fcntl(1, fcntl.F_SETPIPE_SZ, 4096)'],
    ['the mode of a place', 'import os\nos.chmod("/work", 0o777)'],
    ['a tree too large to wipe', 'import os\nfor i in range(3000): open(f"/tmp/{i}", "w")'],
    ['a tree too deep to wipe', 'import os\nfor _ in range(1500):\n  os.mkdir("d"); os.chdir("d")'],
  ])('goes when a script changed %s', async (what, script) => {
    const run = keyed(what);
    const first = await run(`${script}\nprint("done")`);
    const next = await run(TRACES);

    expect(first).toMatchObject({ state: 'completed', stdout: 'done\n' });
    expect(next.containerId).not.toBe(first.containerId);
    expect(JSON.parse(next.stdout)).toMatchObject({
      files: [[], [], [], []],
      nice: 0,
      limits: 1024,
    });
  });

  it.each([
    ['timeout', 'while True: pass'],
    ['oom', 'x = []\nwhile True: x.append(bytearray(10**7))'],
    ['killed', 'import os\nos.kill(os.getpid(), 9)'],
    ['output_limit', 'while True: print("x" * 65536)'],
  ])('goes after %s, and the next call gets a clean one', async (state, script) => {
    const reuseKey = `after ${state}`;
    const ended = await room.run(script, {
      reuseKey,
      timeoutMs: state === 'timeout' ? 300 : 10_000,
    });
    const next = await keyed(reuseKey)('print("fine")');

    expect(ended.state).toBe(state);
    expect(next).toMatchObject({ state: 'completed', stdout: 'fine\n' });
    expect(next.containerId).not.toBe(ended.containerId);
  });

  it('serves several calls of one key at once', async () => {
    const script = 'import time\ntime.sleep(0.5)\nprint(1)';
    const results = await Promise.all(Array.from({ length: 4 }, () => keyed('at once')(script)));

    expect(results.map(({ stdout }) => stdout)).toEqual(['1\n', '1\n', '1\n', '1\n']);
    expect(new Set(results.map(({ containerId }) => containerId)).size).toBeGreaterThan(1);
  });

  it('makes room for another key when all places are taken', async () => {
    const small = new RealContainers({ CONTAINERS_AT_ONCE: '1', CONTAINERS_PER_PERSON: '1' });
    await small.start();
    const outputs = [];
    for (const reuseKey of ['a', 'b', 'a', 'c', 'b']) {
      outputs.push((await small.run('print(1)', { reuseKey })).stdout);
    }
    const { size } = small.pool;
    await small.stop();

    expect(outputs).toEqual(Array(5).fill('1\n'));
    expect(size).toBeLessThanOrEqual(1);
    expect(small.listOwn()).toEqual([]);
  });

  it('is replaced when it died between two calls', async () => {
    const run = keyed('dies');
    const { containerId } = await run('print(1)');
    docker('kill', containerId ?? '');
    await until(
      () =>
        docker('ps', '-q', '--no-trunc')
          .split('\n')
          .every((id) => id !== containerId),
      5_000,
    );

    expect(await run('print(2)')).toMatchObject({ stdout: '2\n' });
  });

  it('gives the script no way to process 1: its memory, its input, its environment (S-25)', async () => {
    const run = keyed('process 1');
    const { stdout } = await run(`
import ctypes, os
opened = []
for name in ('mem', 'environ', 'maps', 'fd/0', 'fd/1', 'root/etc/passwd', 'cwd/x'):
    try: opened.append((name, open('/proc/1/' + name, 'rb').read(1)))
    except OSError: pass
libc = ctypes.CDLL(None, use_errno=True)
print(opened, libc.ptrace(16, 1, 0, 0), [os.readlink(p) for p in ['/proc/self/fd/0']])`);

    expect(stdout).toBe("[] -1 ['/dev/null']\n");
  });
});
