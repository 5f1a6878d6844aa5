import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { RealContainers, until } from '../../support/real-containers';

/** A way to the engine that can vanish and come back, as the engine itself does when it is stopped and started. */
class LosableEngine {
  private readonly folder = mkdtempSync(path.join(os.tmpdir(), 'toolyard-engine-'));
  readonly socketPath = path.join(this.folder, 'docker.sock');
  private readonly lines = new Set<net.Socket>();
  private server: net.Server | undefined;

  constructor(private readonly realSocketPath: string) {}

  async comeUp(): Promise<void> {
    const server = net.createServer({ allowHalfOpen: true }, (near) => {
      const far = net.connect({ path: this.realSocketPath, allowHalfOpen: true });
      for (const line of [near, far]) {
        this.lines.add(line);
        line.on('error', () => line.destroy());
        line.on('close', () => this.lines.delete(line));
      }
      near.pipe(far).pipe(near);
    });
    this.server = server;
    await new Promise<void>((resolve) => server.listen(this.socketPath, resolve));
  }

  goDown(): void {
    this.server?.close();
    for (const line of this.lines) line.destroy();
    if (existsSync(this.socketPath)) rmSync(this.socketPath);
  }

  remove(): void {
    this.goDown();
    rmSync(this.folder, { recursive: true });
  }
}

describe('an engine that goes and comes back', () => {
  const real = (process.env.DOCKER_HOST ?? 'unix:///var/run/docker.sock').replace('unix://', '');
  const engine = new LosableEngine(real);
  const room = new RealContainers({
    DOCKER_HOST: `unix://${engine.socketPath}`,
    CONTAINER_STOCK: '2',
    CONTAINER_STOCK_MAX: '2',
  });

  afterAll(async () => {
    await room.stop();
    engine.remove();
  });

  it('is found by itself when it comes up after the server', async () => {
    await room.start();
    await expect(room.run('print(1)')).rejects.toMatchObject({ problem: 'no_engine' });

    await engine.comeUp();
    await until(() => room.stock.idle === 2, 30_000);
    expect(room.runtime.state()).toMatchObject({ isReady: true, problem: null });
  });

  it('ends a call in the middle as engine_error, refuses others at once and refills by itself (R-02)', async () => {
    const call = room.run('print("on it")\nwhile True: pass', { timeoutMs: 60_000 });
    await until(() => room.runtime.state().running === 1, 5_000);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const lostAt = performance.now();
    engine.goDown();

    expect(await call).toMatchObject({ state: 'engine_error', exitCode: null, stdout: 'on it\n' });
    expect(performance.now() - lostAt).toBeLessThan(10_000);
    await until(() => !room.runtime.state().isReady, 5_000);
    await expect(room.run('print(1)')).rejects.toMatchObject({ canRetry: true });

    await engine.comeUp();
    await until(() => room.stock.idle === 2 && room.listOwn().length === 2, 30_000);
    expect(await room.run('print("again")')).toMatchObject({ stdout: 'again\n' });
  });
});
