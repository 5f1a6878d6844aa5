import { readdirSync } from 'node:fs';
import { docker, RealContainers, until } from '../../support/real-containers';

describe('the stock of containers', () => {
  it('serves a hundred calls at once, in turns between two people (fault 41)', async () => {
    const room = new RealContainers({
      CONTAINER_STOCK: '8',
      CONTAINERS_AT_ONCE: '8',
      CONTAINERS_PER_PERSON: '8',
    });
    await room.start();
    const ended: string[] = [];
    const call = async (ownerId: string) => {
      const result = await room.run('print(1)', { ownerId });
      ended.push(ownerId);
      return result;
    };

    const results = await Promise.all([
      ...Array.from({ length: 60 }, () => call('ada')),
      ...Array.from({ length: 40 }, () => call('ben')),
    ]);
    await room.stop();

    expect(
      results.filter(({ state, stdout }) => state !== 'completed' || stdout !== '1\n'),
    ).toEqual([]);
    expect(new Set(results.map(({ containerId }) => containerId)).size).toBe(100);
    // Eight of ada's were first; from then on both are served alike until ben has all of his.
    const bens = ended.slice(8, 48).filter((owner) => owner === 'ben').length;
    expect(bens).toBeGreaterThanOrEqual(16);
    expect(bens).toBeLessThanOrEqual(24);
    expect(room.listOwn()).toEqual([]);
  }, 180_000);

  it('is back to its size after a hundred calls with killed ones among them (R-04)', async () => {
    const room = new RealContainers({ CONTAINER_STOCK: '2', CONTAINER_STOCK_MAX: '2' });
    await room.start();
    await until(() => room.stock.idle === 2, 20_000);
    const descriptors = countDescriptors();

    const scripts = [
      'print(1)',
      'print(1)',
      'while True: pass',
      'import os; os._exit(4)',
      'while True: print("x" * 99999)',
    ];
    for (let round = 0; round < 25; round++) {
      await Promise.all(
        scripts
          .slice(0, 4)
          .map((_, i) => room.run(scripts[(round + i) % 5] ?? '', { timeoutMs: 200 })),
      );
    }

    await until(() => room.stock.idle === 2 && room.listOwn().length === 2, 20_000);
    await until(() => countDescriptors() <= descriptors + 2, 20_000);
    await room.stop();
    expect(room.listOwn()).toEqual([]);
  }, 180_000);

  it('never serves a container that died on the shelf', async () => {
    const room = new RealContainers({ CONTAINER_STOCK: '2', CONTAINER_STOCK_MAX: '2' });
    await room.start();
    await until(() => room.stock.idle === 2, 20_000);
    docker('kill', ...room.listOwn());

    const results = await Promise.all([room.run('print(1)'), room.run('print(2)')]);
    await until(() => room.stock.idle === 2, 20_000);
    await room.stop();

    expect(results.map(({ stdout }) => stdout)).toEqual(['1\n', '2\n']);
  });

  it('grows with a burst, up to its bound', async () => {
    const room = new RealContainers({ CONTAINER_STOCK: '0', CONTAINER_STOCK_MAX: '3' });
    await room.start();
    const quiet = room.listOwn().length;
    await Promise.all(
      Array.from({ length: 4 }, (_, i) => room.run('print(1)', { ownerId: `${i}` })),
    );
    await until(() => room.stock.idle === 3, 20_000);
    await room.stop();

    expect(quiet).toBe(0);
  });

  it('is made anew when the image is another one', async () => {
    const tag = `toolyard-test-${process.pid}:current`;
    const original = new RealContainers().config.containers.image;
    docker('tag', original, tag);
    const room = new RealContainers({
      TOOL_IMAGE: tag,
      CONTAINER_STOCK: '1',
      CONTAINER_STOCK_MAX: '1',
    });
    await room.start();
    await until(() => room.stock.idle === 1, 20_000);
    const [before] = room.listOwn();
    const made = docker('create', original, 'true');
    docker('commit', '--message', 'another', made, tag);
    docker('rm', made);
    await until(() => room.stock.idle === 1 && room.listOwn()[0] !== before, 30_000);
    const image = docker('inspect', '--format', '{{.Image}}', room.listOwn()[0] ?? '');
    await room.stop();

    expect(image).toBe(docker('inspect', '--format', '{{.Id}}', tag));
    docker('rmi', tag);
  });

  it('tells at once when nobody answers, or there is no image', async () => {
    const deaf = new RealContainers({ DOCKER_HOST: 'unix:///nowhere/docker.sock' });
    const bare = new RealContainers({ TOOL_IMAGE: 'toolyard-none:none' });
    await Promise.all([deaf.start(), bare.start()]);

    await expect(deaf.run('print(1)')).rejects.toMatchObject({
      code: 'container_engine_unavailable',
      text: { en: 'container engine unavailable', 'zh-CN': '容器环境不可用' },
      problem: 'no_engine',
    });
    await expect(bare.run('print(1)')).rejects.toMatchObject({ problem: 'no_image' });
    expect(deaf.runtime.state()).toMatchObject({ isReady: false });
    expect(deaf.runtime.state().problem).toContain('unix:///nowhere/docker.sock');
    await Promise.all([deaf.stop(), bare.stop()]);
  });
});

const countDescriptors = (): number => readdirSync('/proc/self/fd').length;
