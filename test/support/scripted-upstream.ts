import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { anthropicFormat, openaiFormat, type ScriptedFormat } from './scripted-formats';
import { turnFor, type ScriptedTurn } from './scripted-turn';

export interface RecordedRequest {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  /** Byte for byte as it came. */
  body: string;
  /** Milliseconds since 1970, with fractions: when the first byte of the answer was written. */
  firstByteAtMs: number | null;
  /** When the client went away before the answer was complete. */
  abortedAtMs: number | null;
}

/** What strict or old servers refuse. */
export interface UpstreamMode {
  refuseEmptyContent?: boolean;
  refuseNullContent?: boolean;
  refuseMissingContent?: boolean;
  refuseStreamOptions?: boolean;
  requiredKey?: string;
  models?: string[];
  /** Serves only below /v1, as most do; false serves only without it. */
  v1?: boolean;
}

const nowMs = (): number => performance.timeOrigin + performance.now();

/**
 * A model provider of both wire formats that says what it is told: by `POST /script {turns}`, or, when the script has
 * run out, by the rules of `turnFor` in the question itself. `GET /requests` shows what it was asked, `DELETE /requests`
 * forgets script, mode and requests, `POST /mode` makes it strict.
 */
export class ScriptedUpstream {
  readonly requests: RecordedRequest[] = [];
  connections = 0;
  mode: UpstreamMode = {};
  private turns: ScriptedTurn[] = [];
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => void this.answer(request, response));
    this.server.keepAliveTimeout = 60_000;
    this.server.on('connection', () => this.connections++);
  }

  async listen(port = 0, host = '127.0.0.1'): Promise<this> {
    await new Promise<void>((done, failed) => {
      this.server.once('error', failed).listen(port, host, done);
    });
    return this;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  script(...turns: ScriptedTurn[]): void {
    this.turns.push(...turns);
  }

  reset(): void {
    this.turns = [];
    this.mode = {};
    this.requests.length = 0;
    this.connections = 0;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    request.setEncoding('utf8');
    for await (const piece of request) body += piece as string;
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (this.control(`${request.method} ${path}`, body, response)) return;
    const { v1 = true, requiredKey, models = ['scripted', 'library/scripted:7b'] } = this.mode;
    const route = v1 ? /^\/v1(\/.*)$/.exec(path)?.[1] : path;
    const given =
      request.headers.authorization?.replace('Bearer ', '') ?? request.headers['x-api-key'];
    const format =
      route === '/messages' || request.headers['anthropic-version']
        ? anthropicFormat
        : openaiFormat;
    if (requiredKey && given !== requiredKey) return json(response, 401, format.error(401));
    if (route === '/models')
      return json(response, 200, { data: models.map((id) => ({ id, object: 'model' })) });
    if (route !== '/chat/completions' && route !== '/messages')
      return json(response, 404, { error: 'not found' });
    await this.complete(format, request, response, body);
  }

  private async complete(
    format: ScriptedFormat,
    request: IncomingMessage,
    response: ServerResponse,
    body: string,
  ): Promise<void> {
    const record: RecordedRequest = {
      path: request.url ?? '',
      headers: request.headers,
      body,
      firstByteAtMs: null,
      abortedAtMs: null,
    };
    this.requests.push(record);
    response.on('close', () => {
      if (!response.writableFinished) record.abortedAtMs = nowMs();
    });
    const asked = JSON.parse(body) as Record<string, unknown>;
    const refusal = this.refusalOf(asked);
    if (refusal)
      return json(response, 400, { error: { message: refusal, type: 'invalid_request_error' } });
    const turn = this.turns.shift() ?? turnFor(format.hear(asked));
    const { status = 200, headers = {} } = turn;
    if (status !== 200 || turn.body !== undefined) {
      return json(response, status, turn.body ?? format.error(status), headers);
    }
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
      ...headers,
    });
    await this.play(format, turn, response, record);
  }

  private async play(
    format: ScriptedFormat,
    turn: ScriptedTurn,
    response: ServerResponse,
    record: RecordedRequest,
  ): Promise<void> {
    const write = async (text: string) => {
      record.firstByteAtMs ??= nowMs();
      const bytes = Buffer.from(text);
      const size = turn.pieceBytes ?? bytes.length;
      for (let at = 0; at < bytes.length; at += size) {
        response.write(bytes.subarray(at, at + size));
        if (turn.pieceBytes) await setImmediate();
      }
    };
    const steps = turn.steps ?? [];
    const isRaw = steps.some((step) => 'raw' in step);
    if (!isRaw) await write(format.open(turn));
    let at = 0;
    for (const step of steps) {
      if (response.destroyed) return;
      if ('waitMs' in step) await sleep(step.waitMs);
      else if ('cut' in step) return void response.destroy();
      else if ('raw' in step) await write(step.raw);
      else await write(format.step(step, at++).join(''));
    }
    if (!isRaw) await write(format.close(turn));
    response.end();
  }

  private refusalOf({
    messages = [],
    stream_options: options,
  }: Record<string, unknown>): string | null {
    const { refuseEmptyContent, refuseNullContent, refuseMissingContent, refuseStreamOptions } =
      this.mode;
    const turns = (messages as { role: string; content?: unknown }[]).filter(
      ({ role }) => role === 'assistant',
    );
    const has = (value: unknown) => turns.some(({ content }) => content === value);
    if (refuseStreamOptions && options)
      return 'Unrecognized request argument supplied: stream_options';
    if (refuseEmptyContent && has('')) return 'messages: content must be non-empty';
    if (refuseNullContent && has(null)) return 'messages: content must be a string, not null';
    if (refuseMissingContent && has(undefined)) return "messages: field required: 'content'";
    return null;
  }

  /** The doors of the tests; true when this was one of them. */
  private control(route: string, body: string, response: ServerResponse): boolean {
    if (route === 'POST /script')
      this.script(...(JSON.parse(body) as { turns: ScriptedTurn[] }).turns);
    else if (route === 'POST /mode') this.mode = JSON.parse(body) as UpstreamMode;
    else if (route === 'DELETE /requests') this.reset();
    else if (route !== 'GET /requests') return false;
    json(response, 200, { items: this.requests });
    return true;
  }
}

function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const isPage = typeof body === 'string';
  const type = isPage ? 'text/html; charset=utf-8' : 'application/json';
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(isPage ? body : JSON.stringify(body));
}
