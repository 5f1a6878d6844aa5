import { spawn } from 'node:child_process';
import { RealContainers } from '../../support/real-containers';
import { pause } from './numbers';

export const SCRIPT = 'print(1)';
const STOCK = 4;

/** What `npm run bench -- tools` measures: one seam per way of running the script. */
export class ToolBench {
  private readonly room = new RealContainers({
    CONTAINER_STOCK: String(STOCK),
    CONTAINER_STOCK_MAX: '8',
    CONTAINERS_AT_ONCE: '8',
    CONTAINERS_PER_PERSON: '8',
  });

  async open(): Promise<void> {
    await this.room.start();
    this.room.watch.requireReady();
    await this.waitForStock();
  }

  close(): Promise<void> {
    return this.room.stop();
  }

  /** The call that is measured. */
  async callOnce(): Promise<void> {
    const { state, stdout } = await this.room.run(SCRIPT);
    if (state !== 'completed' || stdout !== '1\n') throw new Error(`the call ended as ${state}`);
  }

  /** As a call meets a machine at rest: the stock is full and nothing is being made. */
  async waitForStock(): Promise<void> {
    while (this.room.stock.idle < STOCK) await pause(10);
  }

  /** The same script in the same image under the same limits, the ordinary way. */
  dockerRun(): Promise<void> {
    const { host, image } = this.room.config.containers;
    const docker = spawn(
      'docker',
      ['run', '--rm', ...LIMITS, image, 'python3', '-I', '-c', SCRIPT],
      {
        env: { ...process.env, ...(host && { DOCKER_HOST: host }) },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    return new Promise((resolve, reject) => {
      docker.on('error', reject);
      docker.on('close', (code) => {
        if (code === 0) resolve();
        else reject(new Error(`docker run ended with ${code}`));
      });
    });
  }
}

const LIMITS = [
  ['--network', 'none'],
  ['--cap-drop', 'ALL'],
  ['--security-opt', 'no-new-privileges'],
  ['--user', '10001:10001'],
  ['--read-only'],
  ['--memory', '512m'],
  ['--memory-swap', '512m'],
  ['--cpus', '1'],
  ['--pids-limit', '256'],
  ['--tmpfs', '/tmp:rw,noexec,nosuid,nodev,size=64m'],
  ['--tmpfs', '/work:rw,noexec,nosuid,nodev,size=64m'],
  ['--log-driver', 'none'],
  ['--entrypoint', ''],
].flat();
