import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { containerPlan } from '@/engines/containers/container-plan';

const PROXY = path.resolve(__dirname, '../../../docker/socket-proxy/proxy.mjs');
const GATE = '0123456789abcdef0123456789abcdef';

/** Keeps what it is asked to make, as text and by address. */
class PretendedEngine {
  apiVersion = '1.47';
  readonly orders: { url: string; text: string }[] = [];
  private readonly server = createServer((asked, answer) => {
    answer.setHeader('content-type', 'application/json');
    if (asked.url === '/version')
      return answer.end(JSON.stringify({ ApiVersion: this.apiVersion }));
    void textOf(asked).then((text) => {
      this.orders.push({ url: asked.url ?? '', text });
      answer.writeHead(201).end('{"Id":"made"}');
    });
  });

  async listen(socket: string): Promise<void> {
    this.server.listen(socket);
    await once(this.server, 'listening');
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

const textOf = async (message: IncomingMessage): Promise<string> =>
  Buffer.concat((await message.toArray()) as Buffer[]).toString();

describe('what the socket proxy lets a server order (S-30)', () => {
  const engine = new PretendedEngine();
  let folder: string;
  let proxy: ChildProcess;
  let port: number;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'engine-'));
    const socket = path.join(folder, 'engine.sock');
    await engine.listen(socket);
    const egress = { EGRESS_DIR: '/egress', EGRESS_VOLUME: 'toolyard_egress' };
    const env = { ...process.env, ...egress, HOST: '127.0.0.1', PORT: '0', DOCKER_SOCKET: socket };
    proxy = spawn(process.execPath, [PROXY], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(proxy.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    port = Number(/:(\d+)\s*$/.exec(line.toString())?.[1]);
  });
  beforeEach(() => {
    engine.orders.length = 0;
    engine.apiVersion = '1.47';
  });
  afterAll(async () => {
    proxy.kill();
    engine.close();
    await rm(folder, { recursive: true });
  });

  const planWith = (egressDirectory: string | null) =>
    containerPlan('toolyard-tool-x', {
      instanceId: 'test',
      imageId: 'image',
      expires: new Date(0),
      shape: { memoryMb: 512, cpus: 1, pids: 256, allowedHosts: [] },
      egressDirectory,
    });

  const order = async (text: string, url = '/containers/create?name=x') => {
    const asked = request({ host: '127.0.0.1', port, path: url, method: 'POST' });
    asked.end(text);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, text: await textOf(answer) };
  };

  it('is a container whose only mount is its own part of the egress volume', async () => {
    const made = await order(
      JSON.stringify(planWith(`/egress/${GATE}`)),
      '/v1.41/containers/create?name=x',
    );

    expect(made.status).toBe(201);
    expect(engine.orders[0]!.url).toBe('/containers/create?name=x');
    expect((JSON.parse(engine.orders[0]!.text) as typeof planned).HostConfig!.Mounts).toEqual([
      {
        Type: 'volume',
        Source: 'toolyard_egress',
        Target: '/run/egress',
        ReadOnly: true,
        VolumeOptions: { NoCopy: true, Subpath: GATE },
      },
    ]);
  });
  const planned = planWith(null);

  it.each([
    ['the root', { Source: '/' }],
    ['the folder of all gates', { Source: '/egress' }],
    ['the folder of all gates, by a detour', { Source: `/egress/${GATE}/..` }],
    ['another folder', { Source: `/etc/${GATE}` }],
    ['a folder that is named almost so', { Source: `/egress/${GATE.toUpperCase()}` }],
    ['a folder further down', { Source: `/egress/x/${GATE}` }],
    ['a relative folder', { Source: `egress/${GATE}` }],
    ['no folder', { Source: undefined }],
    ['another place inside', { Target: '/opt/toolyard' }],
    ['a place that can be written', { ReadOnly: false }],
    ['another kind', { Type: 'volume', Source: GATE }],
    ['its own idea of a part', { VolumeOptions: { Subpath: '../..' } }],
    ['other options', { BindOptions: { Propagation: 'shared' } }],
  ])('is no mount of %s', async (_, change) => {
    const mount = {
      Type: 'bind',
      Source: `/egress/${GATE}`,
      Target: '/run/egress',
      ReadOnly: true,
    };
    const host = { ...planned.HostConfig, Mounts: [{ ...mount, ...change }] };
    const answer = await order(JSON.stringify({ ...planned, HostConfig: host }));

    expect(answer).toEqual({ status: 403, text: expect.stringContaining('it asks for Mounts') });
    expect(engine.orders).toEqual([]);
  });

  it('is not two mounts', async () => {
    const { HostConfig: host } = planWith(`/egress/${GATE}`);
    const twice = { ...host, Mounts: [...host!.Mounts!, ...host!.Mounts!] };
    expect(await order(JSON.stringify({ ...planned, HostConfig: twice }))).toMatchObject({
      status: 403,
    });
  });

  it('is no gate on an engine that would mount the whole volume', async () => {
    engine.apiVersion = '1.44';
    const answer = await order(JSON.stringify(planWith(`/egress/${GATE}`)));

    expect(answer).toEqual({ status: 403, text: expect.stringContaining('Docker Engine 26') });
    expect(await order(JSON.stringify(planned))).toMatchObject({ status: 201 });
  });

  it.each([
    ['hostconfig', { Binds: ['/:/host'], Privileged: true }],
    ['HOSTCONFIG', { Binds: ['/:/host'] }],
    ['user', '0'],
    ['volumes', { '/x': {} }],
    ['networkingConfig', { EndpointsConfig: { bridge: {} } }],
    ['Healthcheck', { Test: ['CMD', 'x'] }],
  ])('has no part that the engine would read in spite of its spelling: %s', async (part, value) => {
    const answer = await order(JSON.stringify({ ...planned, [part]: value }));
    expect(answer).toMatchObject({ status: 403, text: expect.stringContaining(part) as string });
    expect(engine.orders).toEqual([]);
  });

  it('says everything once: of two equal names the engine gets the one that was judged', async () => {
    const text = JSON.stringify(planned);
    const loose = `{"HostConfig":{"Privileged":true,"Binds":["/:/host"]},"User":"0",${text.slice(1)}`;

    expect(await order(loose)).toMatchObject({ status: 201 });
    expect(JSON.parse(engine.orders[0]!.text)).toEqual(JSON.parse(text));
    expect(engine.orders[0]!.text).not.toContain('Privileged');
  });

  it.each(['null', '1', '"x"', '{', ''])('is nothing else than an order: %s', async (text) => {
    expect(await order(text)).toMatchObject({ status: 403 });
  });
});
