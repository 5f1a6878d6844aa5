import { randomUUID } from 'node:crypto';
import { type OnGatewayConnection, type OnGatewayInit, WebSocketGateway } from '@nestjs/websockets';
import type { Server, Socket } from 'socket.io';
import type { Ack, LiveNews } from '@/contract/live';
import { isDomainError, toErrorBody } from '@/foundation/errors/domain-error';
import type { Caller } from '@/foundation/http/caller';
import { localeOf } from '@/foundation/http/locale';
import { Log, withCorrelationId } from '@/foundation/logging/log';
import { Unauthenticated } from '@/people/auth/auth.errors';
import { credentialsOf } from '@/people/auth/credentials';
import { AuthService } from '@/people/auth/auth.service';
import { type CommandName, LiveCommandTable, type Watcher } from './live-commands';
import { LiveNewsService } from './live-news.service';
import { conversationRoom, userRoom } from './rooms';

type LiveSocket = Socket<
  Record<string, never>,
  LiveNewsOut,
  Record<string, never>,
  { caller: Caller }
>;
type LiveNewsOut = { [Name in keyof LiveNews]: (news: LiveNews[Name]) => void };

/** Events of one conversation go out in frames of at most this many. */
const FRAME_EVENTS = 500;

/** The socket door: lets people in, hands their commands on, acknowledges each. Holds no rules of its own. */
@WebSocketGateway()
export class LiveGateway implements OnGatewayInit<Server>, OnGatewayConnection<LiveSocket> {
  constructor(
    private readonly auth: AuthService,
    private readonly commands: LiveCommandTable,
    private readonly news: LiveNewsService,
    private readonly log: Log,
  ) {}

  afterInit(server: Server): void {
    this.news.speakThrough(server);
    server.use((socket, next) => {
      this.enter(socket as LiveSocket).then(
        () => next(),
        (thrown: unknown) => {
          if (!isDomainError(thrown)) this.log.error(thrown, 'opening a socket');
          next(
            Object.assign(new Error('refused'), {
              data: toErrorBody(thrown, localeOfSocket(socket)),
            }),
          );
        },
      );
    });
  }

  handleConnection(socket: LiveSocket): void {
    void socket.join(userRoom(socket.data.caller.userId));
    for (const name of this.commands.names) {
      socket.on(
        name as never,
        ((body: unknown, acknowledge: unknown) => {
          void this.answer(socket, name, body, acknowledge);
        }) as never,
      );
    }
  }

  private async enter(socket: LiveSocket): Promise<void> {
    const credentials = credentialsOf(socket.request);
    const caller = await this.auth.findSocketCaller(credentials, localeOfSocket(socket));
    if (!caller) throw new Unauthenticated();
    socket.data.caller = caller;
  }

  private async answer(
    socket: LiveSocket,
    name: CommandName,
    body: unknown,
    acknowledge: unknown,
  ): Promise<void> {
    const reply = await withCorrelationId(randomUUID(), () => this.run(socket, name, body));
    if (typeof acknowledge === 'function') (acknowledge as (reply: Ack<unknown>) => void)(reply);
  }

  private async run(socket: LiveSocket, name: CommandName, body: unknown): Promise<Ack<unknown>> {
    const { caller } = socket.data;
    try {
      if (!(await this.auth.isStillValid(caller))) throw new Unauthenticated();
      const data = await this.commands.run(name, caller, body, watcherOf(socket));
      return { ok: true, data };
    } catch (thrown) {
      if (!isDomainError(thrown)) this.log.error(thrown, `socket command ${name}`);
      if (thrown instanceof Unauthenticated) setImmediate(() => socket.disconnect(true));
      return { ok: false, error: toErrorBody(thrown, caller.locale) };
    }
  }
}

function watcherOf(socket: LiveSocket): Watcher {
  return {
    watch(conversationId, events) {
      for (let from = 0; from < events.length; from += FRAME_EVENTS) {
        socket.emit('run.events', {
          conversationId,
          events: events.slice(from, from + FRAME_EVENTS),
        });
      }
      // With the in-memory adapter joining takes effect at once, in this tick.
      void socket.join(conversationRoom(conversationId));
    },
    unwatch(conversationId) {
      void socket.leave(conversationRoom(conversationId));
    },
  };
}

const localeOfSocket = (socket: Socket) =>
  localeOf(String((socket.handshake.auth as { locale?: unknown }).locale ?? ''));
