import { RealContainers } from '../../support/real-containers';

describe('a script in a container', () => {
  const room = new RealContainers();

  beforeAll(() => room.start());
  afterAll(() => room.stop());

  it('prints and completes (A-059, A-062)', async () => {
    const result = await room.run('print(1)');

    expect(result).toMatchObject({ state: 'completed', exitCode: 0, stdout: '1\n', stderr: '' });
    expect(result).toMatchObject({ stdoutChars: 2, truncated: false });
    expect(result.memoryPeakBytes).toBeGreaterThan(1_000_000);
    expect(result.containerId).toMatch(/^[0-9a-f]{64}$/);
  });

  it('fails with the exit code of the script (A-064)', async () => {
    const result = await room.run('import sys\nprint("before")\nsys.exit(3)');

    expect(result).toMatchObject({ state: 'error', exitCode: 3, stdout: 'before\n' });
  });

  it('counts sys.exit with a text as Python does', async () => {
    const result = await room.run('import sys\nsys.exit("no such city")');

    expect(result).toMatchObject({ state: 'error', exitCode: 1, stderr: 'no such city\n' });
  });

  it('runs exit handlers and waits for threads as Python does', async () => {
    const result = await room.run(
      'import atexit, threading, time\natexit.register(print, "exit")\n' +
        'threading.Thread(target=lambda: (time.sleep(0.2), print("thread"))).start()',
    );

    expect(result.stdout).toBe('thread\nexit\n');
  });

  it('flushes, closes and finalizes what the script forgot', async () => {
    const result = await room.run(
      'import sys\nclass Room:\n    def __del__(self): print("closed by", __name__)\n' +
        'room = Room()\nout = open(1, "w", closefd=False)\nout.write("kept\\n")\nsys.exit(-1)',
    );

    expect(result).toMatchObject({ state: 'error', exitCode: 255, stderr: '' });
    expect(result.stdout.split('\n').sort()).toEqual(['', 'closed by __main__', 'kept']);
  });

  it('names the line of a SyntaxError under execution.py (A-064)', async () => {
    const result = await room.run('x = 1\ndef f(:\n  pass\n');

    expect(result).toMatchObject({ state: 'error', exitCode: 1 });
    expect(result.stderr).toBe(
      '  File "execution.py", line 2\n    def f(:\n          ^\nSyntaxError: invalid syntax\n',
    );
  });

  it('shows a traceback with the lines of the script and none of ours', async () => {
    const result = await room.run('def half(n):\n    return n / 0\n\nhalf({}.get("a", 1))\n');

    expect(result.stderr).toMatch(
      /^Traceback \(most recent call last\):\n {2}File "execution.py", line 4, in <module>\n/,
    );
    expect(result.stderr).toContain('File "execution.py", line 2, in half\n    return n / 0\n');
    expect(result.stderr).toMatch(/ZeroDivisionError: division by zero\n$/);
    expect(result.stderr).not.toContain('run_once');
  });

  it('ends at its timeout and keeps the output so far (A-063)', async () => {
    const result = await room.run('print("working", end="")\nwhile True: pass', { timeoutMs: 500 });

    expect(result).toMatchObject({ state: 'timeout', exitCode: null, stdout: 'working' });
    expect(result.elapsedMs).toBeGreaterThanOrEqual(500);
    expect(result.elapsedMs).toBeLessThan(3_000);
  });

  it.each([
    ['children', 'import subprocess\nsubprocess.run(["sleep", "1000"])'],
    [
      'trap',
      'import subprocess\nsubprocess.run(["sh", "-c", "trap \'\' TERM INT HUP; sleep 1000 & wait"])',
    ],
    [
      'setsid',
      'import os, time\nif os.fork() == 0:\n    os.setsid()\n    os.fork()\ntime.sleep(1000)',
    ],
  ])('takes %s with it when time is up (fault 33)', async (_, script) => {
    const startedAt = performance.now();
    const result = await room.run(script, { timeoutMs: 300 });

    expect(result.state).toBe('timeout');
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    await isGone(room, result.containerId);
  });

  it('returns when the script ends, not when what it left running does (fault 32)', async () => {
    const startedAt = performance.now();
    const result = await room.run(
      'import os, time\nif os.fork() == 0:\n    os.setsid()\n    while True: print("still here")\nprint("ok")',
    );

    expect(result.state).toBe('completed');
    expect(result.stdout).toContain('ok');
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it('dies within two seconds of being cancelled (A-067)', async () => {
    const stop = new AbortController();
    const running = room.run('print("on it")\nwhile True: pass', { signal: stop.signal });
    setTimeout(() => stop.abort(), 1_000);
    const abortedAt = performance.now() + 1_000;
    const result = await running;

    expect(result).toMatchObject({ state: 'cancelled', exitCode: null });
    expect(performance.now() - abortedAt).toBeLessThan(2_000);
    await isGone(room, result.containerId);
  });

  it('does not start what was cancelled before', async () => {
    const result = await room.run('print(1)', { signal: AbortSignal.abort() });

    expect(result).toMatchObject({ state: 'cancelled', stdout: '', containerId: null });
  });

  it('says oom when the script runs out of memory', async () => {
    const result = await room.run('kept = []\nwhile True: kept.append(bytearray(10**7))');

    expect(result).toMatchObject({ state: 'oom', exitCode: 137 });
    expect(result.memoryPeakBytes).toBeGreaterThan(500 * 1024 * 1024);
  });

  it('says oom when a child of the script runs out of memory', async () => {
    const result = await room.run(
      'import subprocess, sys\nprint(subprocess.run([sys.executable, "-c", "x = bytearray(10**9)\\nfor i in range(0, 10**9, 4096): x[i] = 1"]).returncode)',
    );

    expect(result).toMatchObject({ state: 'oom', stdout: '-9\n' });
  });

  it('says killed when a signal ends the script', async () => {
    const result = await room.run('import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)');

    expect(result).toMatchObject({ state: 'killed', exitCode: 139 });
  });

  it('keeps ten thousand of a million characters and counts them all (A-065)', async () => {
    const result = await room.run('print("A" * 1_000_000, end="")');

    expect(result).toMatchObject({ state: 'completed', stdoutChars: 1_000_000, truncated: true });
    expect(result.stdout).toBe('A'.repeat(10_000));
  });

  it('stops a flood (S-32)', async () => {
    const result = await room.run('while True: print("B" * 65536)');

    expect(result).toMatchObject({ state: 'output_limit', truncated: true });
    expect(result.stdout).toBe('B'.repeat(10_000));
  });

  it('keeps multibyte text exact on both streams, byte by byte in turns (fault 37)', async () => {
    const result = await room.run(
      `import os
for _ in range(300):
    for out, err in zip('é中🙂'.encode(), '🙃国ü'.encode()):
        os.write(1, bytes([out]))
        os.write(2, bytes([err]))
`,
    );

    expect(result.stdout).toBe('é中🙂'.repeat(300));
    expect(result.stderr).toBe('🙃国ü'.repeat(300));
  });

  it('carries a megabyte of mixed text exactly (fault 37)', async () => {
    const result = await room.run(
      'import sys\nfor i in range(20_000):\n    (sys.stdout if i % 2 else sys.stderr).write(f"{i}:行🙂é\\n" * 3)',
      { outputChars: 2_000_000, timeoutMs: 30_000 },
    );
    const lines = (odd: number) =>
      Array.from({ length: 10_000 }, (_, i) => `${2 * i + odd}:行🙂é\n`.repeat(3)).join('');

    expect(result.stdout === lines(1)).toBe(true);
    expect(result.stderr === lines(0)).toBe(true);
  });

  it('replaces bytes that are no UTF-8', async () => {
    const result = await room.run('import os\nos.write(1, b"a\\xff\\xed\\xa0\\x80b\\xf0\\x9f")');

    expect(() => encodeURIComponent(result.stdout)).not.toThrow();
    expect(result.stdout).toMatch(/^a\uFFFD+b\uFFFD$/);
  });

  it('runs a script of 200,000 characters (A-060)', async () => {
    const result = await room.run(`text = "${'x'.repeat(200_000)}"\nprint(len(text))`);

    expect(result).toMatchObject({ state: 'completed', stdout: '200000\n' });
  });

  it('binds parameters with all their digits, hiding nothing of Python (A-053)', async () => {
    const result = await room.run(
      'print(big == 2**70, PARAMS["big"] == 2**70, PARAMS["print"], 名称, PARAMS["not a name"])\n' +
        'print("class" in PARAMS, __name__, [n for n in dir() if not n.startswith("_")])',
      {
        parametersJson:
          '{"big":1180591620717411303424,"print":5,"名称":"值","not a name":null,"class":1,"__name__":"x"}',
      },
    );

    expect(result.stdout).toBe(
      "True True 5 值 None\nTrue __main__ ['PARAMS', 'SECRETS', 'big', '名称']\n",
    );
  });

  it('reads nothing from standard input', async () => {
    const result = await room.run('import sys\nprint(repr(sys.stdin.read()))');

    expect(result.stdout).toBe("''\n");
  });

  it('is not harmed by a forged or broken report', async () => {
    const script = `import os, sys
frame = sys._getframe()
while 'header' not in frame.f_locals: frame = frame.f_back
nonce = frame.f_locals['header']['nonce'].encode()
for stream in (1, 2):
    os.write(stream, b'\\0toolyard ' + nonce + b' {"exit": "nonsense", "oomKills": -1}\\n')
`;
    const result = await room.run(script);

    expect(['error', 'killed']).toContain(result.state);
    expect(await room.run('print("next")')).toMatchObject({ stdout: 'next\n' });
  });
});

async function isGone(room: RealContainers, containerId: string | null): Promise<void> {
  const deadline = Date.now() + 2_000;
  while ((await room.engine.listToolContainers()).some(({ id }) => id === containerId)) {
    if (Date.now() > deadline) throw new Error(`container ${containerId} is still there`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
