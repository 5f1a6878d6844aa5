import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EgressDialler } from '@/engines/egress/egress-dialler';
import { EgressReported } from '@/engines/egress/egress.events';
import { EGRESS_LIMITS, type EgressLimits } from '@/engines/egress/proxy/allowance';
import { SocketGate } from '@/engines/egress/socket-gate.adapter';
import { SystemClock } from '@/foundation/clock/clock';
import { EventBus } from '@/foundation/events/event-bus';
import { Log } from '@/foundation/logging/log';
import type { ScriptCall } from '@/engines/containers/container-runtime';
import { readConfig } from '@/foundation/config/config';
import { docker, RealContainers, until } from '../../support/real-containers';

/** Patience that fits a test. */
class HastyGate extends SocketGate {
  protected override readonly limits: EgressLimits = {
    ...EGRESS_LIMITS,
    headersMs: 500,
    connections: 3_000,
  };
}

/** Where names lead; every other name leads to this machine. */
const ADDRESSES: Record<string, string> = {
  'inside.example': '10.0.0.1',
  'metadata.example': '169.254.169.254',
};

/**
 * Real tool containers with the real way out, and an outside world of this machine: an HTTP and an HTTPS server, to
 * which names of the test's own choice lead.
 */
export class SmallWorld {
  httpPort = 0;
  httpsPort = 0;
  /** As PEM, for scripts that check it: good for api.example and other.example. */
  certificate = '';
  heard: IncomingMessage[] = [];
  readonly reports: EgressReported[] = [];
  readonly folder = mkdtempSync(path.join(tmpdir(), 'egress-'));
  private rooms!: RealContainers;
  private gate!: HastyGate;
  private readonly servers: Server[] = [];
  private readonly lines = new Set<Socket>();

  async open(): Promise<void> {
    const [key, certificate] = this.makeCertificate();
    this.certificate = certificate;
    this.httpPort = await this.listen(createServer(this.answer));
    this.httpsPort = await this.listen(createTlsServer({ key, cert: certificate }, this.answer));
    const settings = { EGRESS_DIR: path.join(this.folder, 'egress'), CONTAINER_STOCK: '1' };
    const config = readConfig({ LOG_LEVEL: 'silent', ...settings });
    const log = new Log(config);
    const events = new EventBus(log);
    events.subscribe(EgressReported, (report) => void this.reports.push(report));
    const allowed = [this.httpPort, this.httpsPort].flatMap((port) =>
      ['api.example', 'other.example', 'metadata.example'].map((name) => `${name}:${port}`),
    );
    const dialler = new EgressDialler({
      allowed: () => Promise.resolve(new Set(allowed)),
      resolve: (name, _, done) =>
        done(null, [{ address: ADDRESSES[name] ?? '127.0.0.1', family: 4 }]),
      connectMs: 5_000,
    });
    this.gate = new HastyGate(config, dialler, new SystemClock(), events, log);
    this.rooms = new RealContainers(settings, this.gate);
    await this.rooms.start();
  }

  async close(): Promise<void> {
    await this.rooms.stop();
    await this.gate.onApplicationShutdown();
    for (const line of this.lines) line.destroy();
    for (const server of this.servers) server.close();
    rmSync(this.folder, { recursive: true });
  }

  /** Names of the containers that have a way out. */
  get networked(): string[] {
    const ours = `label=toolyard.instance=${this.rooms.config.instanceId}`;
    const found = docker('ps', '-q', '--filter', ours, '--filter', 'volume=/run/egress');
    return found.split('\n').filter(Boolean);
  }

  /** Folders of gates that are open. */
  get gates(): string[] {
    return readdirSync(path.join(this.folder, 'egress'));
  }

  get http(): string {
    return `http://api.example:${this.httpPort}`;
  }

  get https(): string {
    return `https://api.example:${this.httpsPort}`;
  }

  /** By default the script may reach `api.example` on both ports. */
  run(script: string, changes: Partial<ScriptCall> = {}) {
    const { httpPort, httpsPort, certificate } = this;
    const parameters = { http: httpPort, https: httpsPort, certificate };
    return this.rooms.run(script, {
      allowedHosts: [`api.example:${httpPort}`, `api.example:${httpsPort}`],
      parametersJson: JSON.stringify(parameters),
      timeoutMs: 30_000,
      ...changes,
    });
  }

  /** Runs Python that prints one JSON value. */
  async look<T>(script: string, changes: Partial<ScriptCall> = {}): Promise<T> {
    const result = await this.run(`${PRELUDE}\n${script}`, changes);
    expect(result).toMatchObject({ state: 'completed', stderr: '' });
    return JSON.parse(result.stdout) as T;
  }

  /** What the calls of somebody did, in short; theirs alone, for a gate reports when its container is gone. */
  async decisionsOf(ownerId: string): Promise<string[]> {
    const reports = () => this.reports.filter((report) => report.ownerId === ownerId);
    await until(() => reports().length > 0, 10_000);
    return reports().flatMap(({ entries }) =>
      entries.map(({ hostPort, decision, times }) => `${hostPort} ${decision} ${times}`),
    );
  }

  private readonly answer: RequestListener = (asked, answer) => {
    this.heard.push(asked);
    const url = new URL(asked.url ?? '/', 'http://x');
    const to = url.searchParams.get('to');
    if (to) answer.writeHead(302, { location: to }).end();
    else if (url.pathname === '/large') answer.end(Buffer.alloc(8 * 1024 * 1024, 'x'));
    else if (url.pathname === '/hang') answer.write('first');
    else asked.pipe(answer.writeHead(200, { 'x-host': asked.headers.host }).on('error', () => {}));
    if (asked.method === 'GET' && !to && url.pathname === '/') answer.end('reached');
  };

  private async listen(server: Server): Promise<number> {
    this.servers.push(server);
    server.on('connection', (line) => {
      this.lines.add(line);
      line.on('close', () => this.lines.delete(line));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  private makeCertificate(): [string, string] {
    const [key, certificate] = ['key.pem', 'certificate.pem'].map((it) =>
      path.join(this.folder, it),
    );
    const names = 'subjectAltName=DNS:api.example,DNS:other.example';
    const what = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const where = ['-keyout', key!, '-out', certificate!, '-subj', '/CN=api.example'];
    execFileSync('openssl', ['req', ...what, ...where, '-addext', names], { stdio: 'ignore' });
    return [readFileSync(key!, 'utf8'), readFileSync(certificate!, 'utf8')];
  }
}

const PRELUDE = `
import json, os, socket, ssl, time, urllib.error, urllib.request
with open('/work/ca.pem', 'w') as file:
    file.write(certificate)
http_url, https_url = f'http://api.example:{http}', f'https://api.example:{https}'

def tell(value):
    print(json.dumps(value))

def way_out():
    line = socket.socket(socket.AF_UNIX)
    line.settimeout(20)
    line.connect('/run/egress/proxy.sock')
    return line

def status_of(line, authority):
    """What the way out answers to CONNECT."""
    line.sendall(f'CONNECT {authority} HTTP/1.1\\r\\nHost: {authority}\\r\\n\\r\\n'.encode())
    return read_head(line).split(b'\\r\\n')[0].decode()

def read_head(line):
    head = b''
    while b'\\r\\n\\r\\n' not in head:
        data = line.recv(1)
        if not data:
            break
        head += data
    return head

def read_all(line):
    parts = []
    try:
        while data := line.recv(65536):
            parts.append(data)
    except OSError:
        pass
    return b''.join(parts)

def errno_of(act):
    try:
        act()
        return 'reached'
    except OSError as problem:
        import errno
        return errno.errorcode.get(problem.errno, type(problem).__name__)
`;
