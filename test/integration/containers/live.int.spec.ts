import { docker, RealContainers } from '../../support/real-containers';

describe('a call while it runs', () => {
  const room = new RealContainers();

  beforeAll(() => room.start());
  afterAll(() => room.stop());

  it('tells output as it comes, in whole characters and without the report', async () => {
    const pieces: Record<string, string[]> = { stdout: [], stderr: [] };
    const started: number[] = [];
    const stop = new AbortController();
    const running = room.run(
      'import os, time\nfor byte in "é中🙂".encode(): os.write(1, bytes([byte])); os.write(2, b"!")\ntime.sleep(1000)',
      {
        signal: stop.signal,
        onStarted: (queuedMs) => started.push(queuedMs),
        onOutput: (stream, text) => {
          pieces[stream]?.push(text);
          if (pieces.stdout?.join('') === 'é中🙂') stop.abort();
        },
      },
    );

    expect(await running).toMatchObject({ state: 'cancelled', stdout: 'é中🙂' });
    expect(started).toEqual([expect.any(Number)]);
    expect(pieces.stdout?.every((it) => it.isWellFormed() && !it.includes('\uFFFD'))).toBe(true);
    expect(pieces.stderr?.join('')).toMatch(/^!{8,9}$/);
  });

  it('tells no more than is kept', async () => {
    let told = '';
    const result = await room.run('print("🙂" * 100_000)', {
      outputChars: 1_000,
      onOutput: (_, text) => (told += text),
    });

    expect(result).toMatchObject({ state: 'completed', stdoutChars: 100_001 });
    expect(told).toBe('🙂'.repeat(1_000));
  });

  it('hands secrets to the script and to nobody else', async () => {
    let seen = '';
    const result = await room.run(
      'import os\nprint(SECRETS["TOKEN"][::-1], len(SECRETS))\nprint("x" in os.environ.values())\n' +
        'print(open("/proc/self/cmdline").read(), os.environ, flush=True)\nopen("/tmp/there", "w")\nimport time; time.sleep(1)',
      {
        secrets: { TOKEN: 'hush-hush-42' },
        onStarted: () =>
          (seen = room
            .listOwn()
            .map((name) => docker('inspect', name))
            .join()),
      },
    );

    expect(result.stdout).toMatch(/^24-hsuh-hsuh 1\nFalse\n/);
    expect(result.stdout).not.toContain('hush-hush-42');
    expect(seen).toContain('toolyard-tool-');
    expect(seen).not.toContain('hush-hush-42');
  });
});
