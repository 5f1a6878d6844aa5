import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import type { ConversationDetail, RunEvent } from '@/contract/chat';
import type { Ack, LiveCommands } from '@/contract/live';

/** An answer the test did not expect to fail, or did. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly body: { error: string; code: string; canRetry: boolean; suggestion?: string },
  ) {
    super(`${status} ${body.code}: ${body.error}`);
  }
}

/** A person at the other end of the wire: keeps the cookie, speaks HTTP and the live socket. */
export class Visitor {
  cookie = '';
  /** Every run event heard, in the order of arrival. */
  readonly heard: RunEvent[] = [];
  private socket: Socket | null = null;

  constructor(
    readonly url: string,
    private readonly locale?: string,
  ) {}

  async request(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(this.cookie && { cookie: this.cookie }),
        ...(this.locale && { 'accept-language': this.locale }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const [cookie] = response.headers.getSetCookie();
    if (cookie) this.cookie = cookie.split(';')[0] ?? '';
    return response;
  }

  get = <T>(path: string): Promise<T> => this.json('GET', path);
  post = <T>(path: string, body: unknown): Promise<T> => this.json('POST', path, body);
  patch = <T>(path: string, body: unknown): Promise<T> => this.json('PATCH', path, body);
  remove = <T>(path: string): Promise<T> => this.json('DELETE', path);

  signIn(email: string, password: string): Promise<unknown> {
    return this.post('/api/auth/login', { email, password });
  }

  /** Opens the live socket as a page of this site does. */
  async connect(headers: Record<string, string> = {}): Promise<Socket> {
    const socket = io(this.url, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { locale: this.locale ?? 'zh-CN' },
      extraHeaders: { origin: this.url, cookie: this.cookie, ...headers },
    });
    socket.on('run.events', ({ events }: { events: RunEvent[] }) => this.heard.push(...events));
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    this.socket = socket;
    return socket;
  }

  async connected(): Promise<Socket> {
    return (this.socket ??= await this.connect());
  }

  async send<Name extends keyof LiveCommands>(
    name: Name,
    body: LiveCommands[Name]['body'],
  ): Promise<LiveCommands[Name]['answer']> {
    const socket = await this.connected();
    const reply = (await socket.emitWithAck(name, body)) as Ack<LiveCommands[Name]['answer']>;
    if (!reply.ok) throw new Refused(0, reply.error);
    return reply.data;
  }

  /** Asks, watches from the start and resolves when the run is over. */
  async ask(text: string, modelId: string, conversationId?: string): Promise<AskedRun> {
    const started = await this.send('run.start', {
      clientRequestId: randomUUID(),
      text,
      modelId,
      ...(conversationId && { conversationId }),
    });
    return this.follow(started);
  }

  async follow(started: { conversationId: string; runId: string }): Promise<AskedRun> {
    await this.send('conversation.watch', { conversationId: started.conversationId, afterSeq: 0 });
    const events = await this.eventsUntil(started.runId, ({ type }) => type === 'run_end');
    return { ...started, events };
  }

  /** Waits for an event of a run; answers with all of that run's events so far, each once. */
  async eventsUntil(runId: string, isLast: (event: RunEvent) => boolean): Promise<RunEvent[]> {
    for (;;) {
      const events = inOrder(this.heard.filter((event) => event.runId === runId));
      if (events.some(isLast)) return events;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  open(conversationId: string): Promise<ConversationDetail> {
    return this.get(`/api/conversations/${conversationId}`);
  }

  leave(): void {
    this.socket?.disconnect();
    this.socket = null;
  }

  private async json<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.request(method, path, body);
    const text = await response.text();
    const answer = text ? (JSON.parse(text) as unknown) : undefined;
    if (!response.ok) throw new Refused(response.status, answer as Refused['body']);
    return answer as T;
  }
}

export interface AskedRun {
  conversationId: string;
  runId: string;
  events: RunEvent[];
}

export const textOf = (events: readonly RunEvent[]): string =>
  events.map((event) => (event.type === 'text_delta' ? event.text : '')).join('');

/** One of each sequence number, ascending: what a browser makes of what it hears. */
function inOrder(events: readonly RunEvent[]): RunEvent[] {
  const bySeq = new Map(events.map((event) => [event.seq, event]));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}
