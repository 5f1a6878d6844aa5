import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type RequestListener } from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EgressDialler } from '@/engines/egress/egress-dialler';
import { EGRESS_LIMITS, type EgressLimits } from '@/engines/egress/proxy/allowance';
import { Door } from '@/engines/egress/proxy/door';
import { readHosts } from '@/engines/egress/proxy/target';
import type { ResolveHost } from '@/engines/outbound/dialler';

/** Every name leads to these addresses, one after the other; the last one stays. */
export const resolveTo =
  (...addresses: string[]): ResolveHost =>
  (hostname, _options, done) => {
    const address = addresses.length > 1 ? addresses.shift()! : addresses[0]!;
    if (hostname === 'nowhere.example') {
      done(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []);
    } else done(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
  };

export interface Arrangement {
  hosts?: string[];
  /** Private addresses the operator allows; by default the street's own server under its allowed name. */
  allowed?: string[];
  resolve?: ResolveHost;
  limits?: Partial<EgressLimits>;
}

export interface Question {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string[];
}

/** Doors of the egress proxy, and servers of this machine to reach through them as `api.example`. */
export class DoorStreet {
  port = 0;
  heard: IncomingMessage[] = [];
  answerAs: RequestListener = (_, answer) => answer.end('reached');
  private readonly folder = mkdtempSync(path.join(tmpdir(), 'door-'));
  private readonly ends: (() => unknown)[] = [];
  private doors = 0;
  private readonly server = createServer((asked, answer) => {
    this.heard.push(asked);
    this.answerAs(asked, answer);
  });

  async open(): Promise<void> {
    this.port = await listen(this.server);
  }

  /** After each test. */
  async clear(): Promise<void> {
    for (const end of this.ends.splice(0)) await end();
    this.heard = [];
    this.answerAs = (_, answer) => answer.end('reached');
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
    rmSync(this.folder, { recursive: true });
  }

  onClear(end: () => unknown): void {
    this.ends.push(end);
  }

  async aDoor(arrangement: Arrangement = {}) {
    const here = [`api.example:${this.port}`];
    const socketPath = path.join(this.folder, `${++this.doors}.sock`);
    const { hosts = here, allowed = here, resolve = resolveTo('127.0.0.1') } = arrangement;
    const dialler = new EgressDialler({
      allowed: () => Promise.resolve(new Set(allowed)),
      resolve,
      connectMs: 2_000,
    });
    const limits = { ...EGRESS_LIMITS, ...arrangement.limits };
    const door = new Door({ hosts: readHosts(hosts), dialler, limits }, socketPath);
    await door.listen();
    this.onClear(() => door.close());
    return { door, socketPath };
  }

  /** Speaks no protocol: says back what it hears. */
  async anEcho() {
    const lines: Socket[] = [];
    const echo = createTcpServer((line) => {
      lines.push(line);
      line.on('error', () => undefined);
      line.pipe(line);
    });
    const port = await listen(echo);
    this.onClear(() => {
      for (const line of lines) line.destroy();
      echo.close();
    });
    return { lines, hostPort: `api.example:${port}` };
  }

  /** The tunnel, or the status line of the refusal. */
  async tunnel(socketPath: string, authority: string): Promise<Socket | string> {
    const asked = request({ socketPath, method: 'CONNECT', path: authority });
    asked.end();
    const [answer, socket] = (await once(asked, 'connect')) as [IncomingMessage, Socket];
    this.onClear(() => socket.destroy());
    if (answer.statusCode === 200) return socket;
    return `${answer.statusCode} ${answer.statusMessage}`;
  }

  async openTunnel(socketPath: string, authority: string): Promise<Socket> {
    const opened = await this.tunnel(socketPath, authority);
    if (typeof opened === 'string') throw new Error(opened);
    return opened.on('error', () => undefined);
  }
}

export async function ask(socketPath: string, address: string, question: Question = {}) {
  const { method = 'GET', headers = {}, body = [] } = question;
  const asked = request({ socketPath, path: address, method, headers: { host: 'x', ...headers } });
  for (const piece of body) asked.write(piece);
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const text = Buffer.concat((await answer.toArray()) as Buffer[]).toString();
  if (!asked.writableFinished) await once(asked, 'finish');
  return { status: answer.statusCode, line: answer.statusMessage, headers: answer.headers, text };
}

export const textUntilEnd = async (socket: Socket): Promise<string> =>
  Buffer.concat((await socket.toArray().catch(() => [])) as Buffer[]).toString('latin1');

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
