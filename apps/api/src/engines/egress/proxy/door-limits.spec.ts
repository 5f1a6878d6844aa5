import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import type { ResolveHost } from '@/engines/outbound/dialler';
import { ask, DoorStreet } from '../../../../../../test/support/door-street';

const street = new DoorStreet();
beforeAll(() => street.open());
afterEach(() => street.clear());
afterAll(() => street.close());

describe('limits', () => {
  it('hold for data in both directions together', async () => {
    street.answerAs = (_, answer) => answer.end('x'.repeat(10_000));
    const { door, socketPath } = await street.aDoor({ limits: { bytes: 25_000 } });
    const address = `http://api.example:${street.port}/`;
    await ask(socketPath, address);
    await ask(socketPath, address);
    await expect(ask(socketPath, address)).rejects.toThrow();
    expect(await ask(socketPath, address)).toMatchObject({
      status: 403,
      headers: { 'x-egress-refusal': 'too_much_traffic' },
    });
    await door.beginCall();
    expect(await ask(socketPath, address)).toMatchObject({ status: 200 });
  });

  it('hold for requests', async () => {
    const { socketPath } = await street.aDoor({ limits: { requests: 2 } });
    const address = `http://api.example:${street.port}/`;
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await ask(socketPath, address)).status);
    expect(statuses).toEqual([200, 200, 403]);
  });

  it('hold for connections at once, also before they are made', async () => {
    const { hostPort } = await street.anEcho();
    const dials: (() => void)[] = [];
    const resolve: ResolveHost = (_, __, done) =>
      dials.push(() => done(null, [{ address: '127.0.0.1', family: 4 }]));
    const { socketPath } = await street.aDoor({
      hosts: [hostPort],
      allowed: [hostPort],
      resolve,
      limits: { connectionsAtOnce: 3 },
    });
    const line = connect(socketPath);
    street.onClear(() => line.destroy());
    // One connection, four requests one behind the other.
    line.write(`GET http://${hostPort}/ HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(4));
    while (dials.length < 3) await new Promise(setImmediate);
    expect(await street.tunnel(socketPath, hostPort)).toMatch(/^403 too_many_connections/);
    expect(dials).toHaveLength(3);
  });

  it('close the door to a flood until the next call', async () => {
    const { door, socketPath } = await street.aDoor({
      limits: { connections: 20, connectionsAtOnce: 5 },
    });
    const knock = () =>
      new Promise<string>((resolve) => {
        const line = connect(socketPath);
        line.on('connect', () => resolve('open'));
        line.on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
        street.onClear(() => line.destroy());
      });
    const knocked = [];
    while (knocked.at(-1) !== 'ENOENT') knocked.push(await knock());
    expect(knocked.length).toBeGreaterThan(20);
    expect(door.takeRecord()).toMatchObject([{ decision: 'too_many_requests', times: 1 }]);

    await door.beginCall();
    expect(await ask(socketPath, `http://api.example:${street.port}/`)).toMatchObject({
      status: 200,
    });
  });

  it.each([
    ['silence', ''],
    ['half a request', `GET http://api.example/ HTTP/1.1\r\nHost: x\r\n`],
    ['headers one by one, without end', null],
  ])('end %s', async (_, said) => {
    const { socketPath } = await street.aDoor({ limits: { headersMs: 300 } });
    const line = connect(socketPath);
    line.on('error', () => undefined);
    line.write(said ?? 'GET http://api.example/ HTTP/1.1\r\n');
    const more = said === null && setInterval(() => line.write('X-Slow: 1\r\n'), 50);
    line.resume();
    await once(line, 'close');
    if (more) clearInterval(more);
  });

  it('end headers that are too long', async () => {
    const { socketPath } = await street.aDoor();
    const line = connect(socketPath);
    line.on('error', () => undefined);
    line.write(`GET http://api.example/ HTTP/1.1\r\nX-Long: ${'x'.repeat(100_000)}`);
    line.resume();
    await new Promise((resolve) => line.on('close', resolve));
  });

  it('end a tunnel in which nobody says anything', async () => {
    const { lines, hostPort } = await street.anEcho();
    const { socketPath } = await street.aDoor({
      hosts: [hostPort],
      allowed: [hostPort],
      limits: { idleMs: 200 },
    });
    const opened = await street.openTunnel(socketPath, hostPort);
    opened.resume();
    await once(opened, 'close');
    expect(lines[0]!.destroyed).toBe(true);
  });
});

describe('the end', () => {
  it('cuts what is open', async () => {
    const { hostPort } = await street.anEcho();
    const { door, socketPath } = await street.aDoor({ hosts: [hostPort], allowed: [hostPort] });
    const opened = await street.openTunnel(socketPath, hostPort);
    opened.resume();
    await door.close();
    await once(opened, 'close');
    await expect(once(connect(socketPath), 'connect')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('cuts also what was just being opened, for the next call would find it', async () => {
    const { lines, hostPort } = await street.anEcho();
    let dial: (() => void) | undefined;
    const resolve: ResolveHost = (_, __, done) =>
      (dial = () => done(null, [{ address: '127.0.0.1', family: 4 }]));
    const { door, socketPath } = await street.aDoor({
      hosts: [hostPort],
      allowed: [hostPort],
      resolve,
    });
    const asked = request({ socketPath, method: 'CONNECT', path: hostPort });
    asked.on('error', () => undefined);
    asked.end();
    while (!dial) await new Promise(setImmediate);
    await door.beginCall();
    dial();
    while (lines.length === 0) await new Promise(setImmediate);
    await once(lines[0]!, 'close');
  });
});
