import type { Ack, LiveCommands, LiveNews } from '@contract/live';
import { ApiError, isErrorBody } from './api-error';

export type LiveState = 'idle' | 'connecting' | 'online' | 'offline';
export type LiveCommand = keyof LiveCommands;
export type LiveAnswer<C extends LiveCommand> = LiveCommands[C]['answer'];

/** The part of a socket.io client that is used here. */
export interface WireSocket {
  readonly connected: boolean;
  readonly active: boolean;
  connect(): unknown;
  disconnect(): unknown;
  on(event: string, listener: (...values: never[]) => void): unknown;
  timeout(ms: number): { emitWithAck(event: string, ...values: unknown[]): Promise<unknown> };
}

export interface Watch {
  /** Number of the newest event already known; asked again before every repeat. */
  afterSeq: () => number;
  /** After the first watch, and after each one that followed a lost connection. */
  onWatched?: (answer: LiveAnswer<'conversation.watch'>) => void;
  onFailed?: (error: ApiError) => void;
}

const ANSWER_TIMEOUT_MS = 15_000;
const REFUSED_RETRY_MS = 5_000;

type Handler = (news: never) => void;

/** All of them: one that is missing here would reach nobody. */
const NEWS: Record<keyof LiveNews, true> = {
  'run.events': true,
  'conversation.changed': true,
  'approvals.changed': true,
  'ledger.changed': true,
  'admin.notice': true,
  'me.changed': true,
  'session.ended': true,
};

/** Commands with answers, news, and watches that survive a lost connection. */
export class LiveSocket {
  private socket: WireSocket | null = null;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly watches = new Map<string, Watch>();
  private readonly handlers = new Map<string, Set<Handler>>();
  private readonly stateListeners = new Set<(state: LiveState) => void>();
  private readonly refusedListeners = new Set<() => void>();

  constructor(private readonly makeSocket: () => WireSocket) {}

  connect(): void {
    this.socket ??= this.wire(this.makeSocket());
    if (this.socket.connected) return;
    this.tellState('connecting');
    this.socket.connect();
  }

  disconnect(): void {
    clearTimeout(this.retryTimer);
    this.watches.clear();
    this.socket?.disconnect();
    this.tellState('idle');
  }

  /** A new handshake, for example in another language; watches go on. */
  reconnect(): void {
    if (!this.socket?.connected) return;
    this.socket.disconnect();
    this.connect();
  }

  /** Waits for the connection if it is just coming back; fails with an ApiError otherwise. */
  async send<C extends LiveCommand>(
    command: C,
    body: LiveCommands[C]['body'],
  ): Promise<LiveAnswer<C>> {
    if (!this.socket) throw ApiError.unreachable();
    const ack = await this.socket
      .timeout(ANSWER_TIMEOUT_MS)
      .emitWithAck(command, body)
      .catch(() => {
        throw ApiError.unreachable();
      });
    const { ok, data, error } = (ack ?? {}) as Partial<{
      ok: boolean;
      data: unknown;
      error: unknown;
    }>;
    if (ok) return data as (Ack<LiveAnswer<C>> & { ok: true })['data'];
    throw isErrorBody(error) ? new ApiError(error) : ApiError.unexpected();
  }

  /** Receive a conversation's events until the returned function is called. One watch per conversation. */
  watch(conversationId: string, watch: Watch): () => void {
    this.watches.set(conversationId, watch);
    if (this.socket?.connected) void this.sendWatch(conversationId, watch);
    return () => {
      if (this.watches.get(conversationId) !== watch) return;
      this.watches.delete(conversationId);
      if (this.socket?.connected) {
        this.send('conversation.unwatch', { conversationId }).catch(() => undefined);
      }
    };
  }

  on<N extends keyof LiveNews>(name: N, handler: (news: LiveNews[N]) => void): () => void {
    const set = this.handlers.get(name) ?? new Set<Handler>();
    this.handlers.set(name, set);
    set.add(handler as Handler);
    return () => set.delete(handler as Handler);
  }

  onState(listener: (state: LiveState) => void): () => void {
    this.stateListeners.add(listener);
    return () => this.stateListeners.delete(listener);
  }

  /** The server knows us no more: the person has to sign in again. */
  onRefused(listener: () => void): () => void {
    this.refusedListeners.add(listener);
    return () => this.refusedListeners.delete(listener);
  }

  private wire(socket: WireSocket): WireSocket {
    for (const name of Object.keys(NEWS)) {
      socket.on(name, (news: never) =>
        this.handlers.get(name as keyof LiveNews)?.forEach((handler) => handler(news)),
      );
    }
    socket.on('connect', () => {
      clearTimeout(this.retryTimer);
      this.tellState('online');
      this.watches.forEach((watch, conversationId) => void this.sendWatch(conversationId, watch));
    });
    socket.on('disconnect', (reason: string) => this.lost(socket, reason));
    socket.on('connect_error', (error: Error & { data?: unknown }) => this.refused(socket, error));
    return socket;
  }

  private lost(socket: WireSocket, reason: string): void {
    if (reason === 'io client disconnect') return;
    this.tellState('offline');
    if (!socket.active) this.retryLater(socket);
  }

  private refused(socket: WireSocket, error: { data?: unknown }): void {
    this.tellState('offline');
    if (socket.active) return;
    if (isErrorBody(error.data) && error.data.code === 'unauthenticated') {
      this.refusedListeners.forEach((listener) => listener());
      return;
    }
    this.retryLater(socket);
  }

  /** socket.io does not try again by itself after the server closed or refused; a restart looks like that. */
  private retryLater(socket: WireSocket): void {
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => socket.connect(), REFUSED_RETRY_MS);
  }

  private async sendWatch(conversationId: string, watch: Watch): Promise<void> {
    try {
      const answer = await this.send('conversation.watch', {
        conversationId,
        afterSeq: watch.afterSeq(),
      });
      if (this.watches.get(conversationId) === watch) watch.onWatched?.(answer);
    } catch (thrown) {
      watch.onFailed?.(ApiError.from(thrown));
    }
  }

  private tellState(state: LiveState): void {
    this.stateListeners.forEach((listener) => listener(state));
  }
}
