import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Duplex, type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PrivateAddressBlocked } from '@/engines/outbound/outbound.errors';
import type { EgressDialler } from '../egress-dialler';
import { Allowance, AllowanceUsedUp, type EgressLimits } from './allowance';
import { type EgressEntry, EgressRecord } from './egress-record';
import { passOn } from './plain-request';
import { refuseConnect, refuseInTunnel, refuseRequest, type Reason } from './refusal';
import { readAbsolute, readAuthority, type Target } from './target';
import { joinTunnel, type OpeningRefusal } from './tunnel';

const MOST_HEADER_BYTES = 16 * 1024;
const LOOK_FOR_SLOW_ONES_EVERY_MS = 1_000;

export interface DoorRules {
  /** As `readHosts` gives them. */
  hosts: ReadonlySet<string>;
  dialler: EgressDialler;
  limits: EgressLimits;
}

interface Way {
  upstream: Socket;
  meters: readonly [Transform, Transform];
}

/** A forward proxy for one container. Every request is judged by itself: name, port, and the address it leads to. */
export class Door {
  private readonly server: Server;
  private readonly record = new EgressRecord();
  private readonly sockets = new Set<Duplex>();
  private allowance: Allowance;
  private ways = 0;

  constructor(
    private readonly rules: DoorRules,
    /** Of the Unix socket it listens at. */
    private readonly path: string,
  ) {
    const { limits } = rules;
    this.allowance = new Allowance(limits);
    this.server = createServer({
      maxHeaderSize: MOST_HEADER_BYTES,
      headersTimeout: limits.headersMs,
      // Uploads may take their time; silence may not.
      requestTimeout: 0,
      connectionsCheckingInterval: LOOK_FOR_SLOW_ONES_EVERY_MS,
      keepAliveTimeout: limits.idleMs,
    });
    this.server.maxConnections = limits.connectionsAtOnce;
    this.server.timeout = limits.idleMs;
    this.server.on('connection', (client) => this.welcome(client));
    this.server.on('drop', () => this.countConnection());
    this.server.on('request', (request, response) => void this.answer(request, response));
    this.server.on('connect', (request, client, head) => {
      if (head.length > 0) client.unshift(head);
      void this.connect(request, client as Socket);
    });
  }

  /** Everybody who can enter the folder may connect: in the container that is a user the host does not know. */
  async listen(): Promise<void> {
    this.server.listen({ path: this.path, readableAll: true, writableAll: true });
    await once(this.server, 'listening');
  }

  /** What was asked for since the last time. */
  takeRecord(): EgressEntry[] {
    return this.record.take();
  }

  /** Cuts what the call before left open; the next one begins with everything it may have. */
  async beginCall(): Promise<void> {
    this.cut();
    if (!this.server.listening) await this.listen();
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.cut();
    await closed;
  }

  private cut(): void {
    this.allowance = new Allowance(this.rules.limits);
    for (const socket of [...this.sockets]) socket.destroy();
  }

  private welcome(client: Duplex): void {
    this.keep(client);
    if (!this.countConnection()) client.destroy();
  }

  /** A flood is cheapest met without a listener; what is open goes on. */
  private countConnection(): boolean {
    const isFine = this.allowance.countConnection();
    if (!isFine && this.server.listening) {
      this.refuse(null, 'too_many_requests');
      this.server.close();
    }
    return isFine;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined);
    const target = readAbsolute(request.url);
    const way = target ? await this.open(target) : this.refuse(null, 'not_a_proxy_request');
    const subject = target?.hostPort ?? null;
    if (target === null || typeof way === 'string') {
      refuseRequest(response, way as Reason, subject);
      // Whoever is still sending does not read; the answer waits for the end of the question.
      pipeline(request, this.allowance.meter(), nowhere()).catch(() => request.destroy());
      return;
    }
    if (response.destroyed) return void way.upstream.destroy();
    await passOn(request, response, { target, ...way }).catch((thrown: unknown) => {
      refuseRequest(response, this.refuse(subject, reasonFor(thrown)), subject);
    });
  }

  private async connect(request: IncomingMessage, client: Socket): Promise<void> {
    client.setTimeout(this.rules.limits.idleMs, () => client.destroy());
    const target = readAuthority(request.url);
    const way = target ? await this.open(target) : this.refuse(null, 'not_a_proxy_request');
    if (target === null || typeof way === 'string') {
      return refuseConnect(client, way as Reason, target?.hostPort ?? null);
    }
    if (client.destroyed) return void way.upstream.destroy();
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    const { hostname, hostPort } = target;
    const onRefused = (reason: OpeningRefusal) =>
      refuseInTunnel(client, this.refuse(hostPort, reason), hostPort);
    await joinTunnel({ client, hostname, ...way, onRefused }).catch((thrown: unknown) => {
      if (thrown instanceof AllowanceUsedUp) this.refuse(hostPort, 'too_much_traffic');
    });
  }

  /** Judges, resolves and connects, in this order and anew for every request. */
  private async open(target: Target): Promise<Way | Reason> {
    const { allowance } = this;
    const { hostPort } = target;
    const objection = this.objectionTo(hostPort);
    if (objection) return this.refuse(hostPort, objection);
    this.ways++;
    try {
      const upstream = await this.rules.dialler.dial(target);
      upstream.setTimeout(this.rules.limits.idleMs, () => upstream.destroy());
      upstream.once('close', () => this.ways--);
      this.keep(upstream);
      // The call this was opened for is over.
      if (allowance !== this.allowance) upstream.destroy();
      const entry = this.record.note(hostPort, 'allowed');
      const meter = () => allowance.meter((bytes) => (entry.bytes += bytes));
      return { upstream, meters: [meter(), meter()] };
    } catch (thrown) {
      this.ways--;
      return this.refuse(hostPort, reasonFor(thrown));
    }
  }

  private objectionTo(hostPort: string): Reason | null {
    if (!this.allowance.countRequest()) return 'too_many_requests';
    if (this.allowance.isUsedUp) return 'too_much_traffic';
    if (!this.rules.hosts.has(hostPort)) return 'host_not_allowed';
    return this.ways >= this.rules.limits.connectionsAtOnce ? 'too_many_connections' : null;
  }

  private refuse(hostPort: string | null, reason: Reason): Reason {
    this.record.note(hostPort, reason);
    return reason;
  }

  private keep(socket: Duplex): void {
    this.sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.sockets.delete(socket));
  }
}

function reasonFor(thrown: unknown): Reason {
  if (thrown instanceof PrivateAddressBlocked) return 'private_address';
  if (thrown instanceof AllowanceUsedUp) return 'too_much_traffic';
  const { code } = thrown as NodeJS.ErrnoException;
  return code === 'ENOTFOUND' || code === 'ENODATA' ? 'name_not_found' : 'no_connection';
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
