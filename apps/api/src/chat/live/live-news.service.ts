import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Server, Socket } from 'socket.io';
import { ApprovalsChanged } from '@/agent/approvals/approvals.events';
import { ConversationChanged } from '@/chat/conversations/conversations.events';
import { RunEventsAppended } from '@/chat/runs/runs.events';
import type { Locale } from '@/contract/errors';
import type { LiveNews } from '@/contract/live';
import { AdminNotice } from '@/foundation/events/admin-notice';
import { EventBus } from '@/foundation/events/event-bus';
import type { Caller } from '@/foundation/http/caller';
import { LedgerGrew } from '@/people/audit/ledger/ledger.events';
import { KeyEnded, SessionEnded } from '@/people/auth/auth.events';
import { AuthService } from '@/people/auth/auth.service';
import { UserChanged } from '@/people/users/users.events';
import { conversationRoom, userRoom } from './rooms';

/** Packets that may wait for one slow reader before it is cut off; it comes back and asks for what it missed. */
const MAX_WAITING_PACKETS = 2_000;

/** Turns news from below into what the browsers hear, and takes rights away from open sockets (S-09). */
@Injectable()
export class LiveNewsService implements OnModuleInit {
  private server: Server | null = null;

  constructor(
    private readonly events: EventBus,
    private readonly auth: AuthService,
  ) {}

  /** Called by the gateway once its server exists; before that there is nobody to tell. */
  speakThrough(server: Server): void {
    this.server = server;
  }

  onModuleInit(): void {
    this.events.subscribe(RunEventsAppended, ({ conversationId, events }) =>
      this.tell(conversationRoom(conversationId), 'run.events', { conversationId, events }),
    );
    this.events.subscribe(ConversationChanged, ({ ownerId, conversationId, row }) =>
      this.tell(userRoom(ownerId), 'conversation.changed', { conversationId, conversation: row }),
    );
    this.events.subscribe(SessionEnded, ({ userId, sessionId, reason }) =>
      this.endSession(userId, sessionId, reason),
    );
    this.events.subscribe(KeyEnded, ({ userId, keyId }) => this.endKey(userId, keyId));
    this.events.subscribe(ApprovalsChanged, ({ userIds }) => {
      for (const userId of new Set(userIds)) this.tell(userRoom(userId), 'approvals.changed', {});
    });
    this.events.subscribe(AdminNotice, ({ title, text, link }) =>
      this.tellAdministrators('admin.notice', (locale) => ({
        ...{ title: title[locale], text: text[locale], link },
      })),
    );
    this.events.subscribe(LedgerGrew, ({ lastSeq }) =>
      this.tellAdministrators('ledger.changed', () => ({ lastSeq })),
    );
    this.events.subscribe(UserChanged, ({ userId }) => this.renewRights(userId));
  }

  private tell<Name extends keyof LiveNews>(room: string, name: Name, news: LiveNews[Name]): void {
    const { server } = this;
    if (!server) return;
    this.cutSlowReaders(server, room);
    server.to(room).emit(name, news);
  }

  private tellAdministrators<Name extends keyof LiveNews>(
    name: Name,
    newsIn: (locale: Locale) => LiveNews[Name],
  ): void {
    for (const socket of this.server?.sockets.sockets.values() ?? []) {
      const { role, locale } = callerOf(socket);
      if (role === 'admin') socket.emit(name, newsIn(locale));
    }
  }

  private cutSlowReaders(server: Server, room: string): void {
    for (const id of server.sockets.adapter.rooms.get(room) ?? []) {
      const socket = server.sockets.sockets.get(id);
      const waiting =
        (socket?.conn as { writeBuffer?: unknown[] } | undefined)?.writeBuffer?.length ?? 0;
      if (waiting > MAX_WAITING_PACKETS) socket?.disconnect(true);
    }
  }

  private endSession(
    userId: string,
    sessionId: string,
    reason: LiveNews['session.ended']['reason'],
  ): void {
    for (const socket of this.socketsOf(userId)) {
      if (callerOf(socket).sessionId !== sessionId) continue;
      socket.emit('session.ended', { reason });
      socket.disconnect(true);
    }
  }

  private endKey(userId: string, keyId: string): void {
    for (const socket of this.socketsOf(userId)) {
      if (callerOf(socket).keyId === keyId) socket.disconnect(true);
    }
  }

  /** A changed role takes effect on every open socket at once; who may no longer enter is shown out. */
  private async renewRights(userId: string): Promise<void> {
    for (const socket of this.socketsOf(userId)) {
      const caller = await this.auth.refreshCaller(callerOf(socket));
      if (!caller) {
        socket.emit('session.ended', { reason: 'disabled' });
        socket.disconnect(true);
        continue;
      }
      (socket.data as { caller: Caller }).caller = caller;
      const { user } = await this.auth.getState(caller);
      if (user) socket.emit('me.changed', { me: user });
    }
  }

  private socketsOf(userId: string): Socket[] {
    const { server } = this;
    if (!server) return [];
    const ids = server.sockets.adapter.rooms.get(userRoom(userId)) ?? [];
    return [...ids].flatMap((id) => server.sockets.sockets.get(id) ?? []);
  }
}

const callerOf = (socket: Socket): Caller => (socket.data as { caller: Caller }).caller;
