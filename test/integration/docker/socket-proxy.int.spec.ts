import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import Docker from 'dockerode';
import { containerPlan } from '@/engines/containers/container-plan';
import { RealContainers } from '../../support/real-containers';

const PROXY = path.resolve(__dirname, '../../../docker/socket-proxy/proxy.mjs');

describe('the proxy before the Docker socket', () => {
  let proxy: ChildProcess;
  let address: string;
  let docker: Docker;
  let tools: RealContainers;

  beforeAll(async () => {
    const env = { ...process.env, HOST: '127.0.0.1', PORT: '0' };
    proxy = spawn(process.execPath, [PROXY], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(proxy.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    const port = /:(\d+)\s*$/.exec(line.toString())?.[1];
    address = `http://127.0.0.1:${port}`;
    docker = new Docker({ host: '127.0.0.1', port });
    tools = new RealContainers({ DOCKER_HOST: `tcp://127.0.0.1:${port}`, CONTAINER_STOCK: '1' });
    await tools.start();
  });

  afterAll(async () => {
    await tools.stop();
    proxy.kill();
  });

  const order = (changes: object, host: object = {}) => {
    const plan = containerPlan('toolyard-proxy-probe', {
      instanceId: tools.config.instanceId,
      imageId: tools.config.containers.image,
      expires: new Date(0),
      shape: tools.watch.shapeOf({}),
      egressDirectory: null,
    });
    return { ...plan, ...changes, HostConfig: { ...plan.HostConfig, ...host } };
  };

  it('lets the server run tools as if it had the socket', async () => {
    const outcome = await tools.run('print(6 / 4)');
    expect(JSON.stringify(outcome)).toContain('1.5');
  });

  it.each([
    ['the host’s files', { Binds: ['/:/host'] }],
    ['mounts', { Mounts: [{ Type: 'bind', Source: '/', Target: '/host' }] }],
    ['devices', { Devices: [{ PathOnHost: '/dev/sda' }] }],
    ['all privileges', { Privileged: true }],
    ['capabilities', { CapAdd: ['SYS_ADMIN'] }],
    ['the host’s network', { NetworkMode: 'host' }],
    ['the host’s processes', { PidMode: 'host' }],
    ['a loose seccomp profile', { SecurityOpt: ['seccomp=unconfined'] }],
    ['a writable root', { ReadonlyRootfs: false }],
    ['another cgroup', { CgroupParent: '/docker/other' }],
  ])('makes no container with %s', async (_, host) => {
    await expect(docker.createContainer(order({}, host))).rejects.toMatchObject({
      statusCode: 403,
    });
  });

  it.each([
    ['root', { User: '0' }],
    ['the image’s own user', { User: '' }],
    ['no label', { Labels: {} }],
    ['volumes', { Volumes: { '/x': {} } }],
  ])('makes no container for or with %s', async (_, changes) => {
    await expect(docker.createContainer(order(changes))).rejects.toMatchObject({ statusCode: 403 });
  });

  it('touches no container that is not a tool container', async () => {
    const direct = new Docker();
    const foreign = await direct.createContainer({ Image: tools.config.containers.image });
    try {
      const seen = docker.getContainer(foreign.id);
      for (const act of [
        () => seen.start(),
        () => seen.kill(),
        () => seen.remove({ force: true }),
      ]) {
        await expect(act()).rejects.toMatchObject({ statusCode: 403 });
      }
      await expect(seen.attach({ stream: true, stdin: true, hijack: true })).rejects.toThrow();
    } finally {
      await foreign.remove({ force: true });
    }
  });

  it.each([
    ['POST', '/containers/abc/exec'],
    ['POST', '/exec/abc/start'],
    ['POST', '/containers/abc/update'],
    ['GET', '/containers/abc/json'],
    ['GET', '/containers/abc/archive?path=/'],
    ['POST', '/build'],
    ['POST', '/images/create?fromImage=x'],
    ['POST', '/volumes/create'],
    ['POST', '/networks/create'],
    ['GET', '/v1.41/images/x/%2e%2e/%2e%2e/containers/abc/json'],
    ['GET', '/secrets'],
    ['POST', '/swarm/init'],
    ['DELETE', '/images/x'],
  ])('does not pass on %s %s', async (method, url) => {
    const answer = await fetch(`${address}${url}`, { method });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toEqual({ message: expect.stringContaining('not allowed') });
  });

  it('refuses an order that is not JSON', async () => {
    const answer = await fetch(`${address}/containers/create`, {
      method: 'POST',
      body: '{"HostConfig"',
    });
    expect(answer.status).toBe(403);
  });
});
