import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Clock } from '@/foundation/clock/clock';
import { EventBus } from '@/foundation/events/event-bus';
import { Log } from '@/foundation/logging/log';
import { hashToken, isToken, newToken } from '@/people/users/one-time-token';
import { SessionEnded, type SessionEndReason } from '../auth.events';
import type { Session } from './session.entity';
import type { SessionToken } from './session-token.entity';
import { SessionsRepository } from './sessions.repository';
import type { SignInPlace } from './sign-in-place';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const TOKEN_LIFE_MS = 15 * MINUTE_MS;
/** Requests already on their way, and sockets just connecting, still carry the token before. */
const GRACE_MS = MINUTE_MS;
const IDLE_MS = 7 * DAY_MS;
const NOTE_USE_EVERY_MS = MINUTE_MS;
const SWEEP_EVERY_MS = 60 * MINUTE_MS;
export const LONGEST_SESSION_MS = 30 * DAY_MS;

export interface ResolvedSession {
  sessionId: string;
  userId: string;
  /** Set when the browser must take a new token. */
  replacementToken: string | null;
  /** True when this use was the first for a minute. */
  isFreshUse: boolean;
}

/** Logins: opened with a token, kept alive by use, ended by people or time. */
@Injectable()
export class SessionsService implements OnApplicationBootstrap, OnApplicationShutdown {
  private sweep: NodeJS.Timeout | null = null;

  constructor(
    private readonly sessions: SessionsRepository,
    private readonly clock: Clock,
    private readonly events: EventBus,
    private readonly log: Log,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.removeStale();
    this.sweep = setInterval(() => {
      this.removeStale().catch((thrown: unknown) =>
        this.log.error(thrown, 'removing old sessions'),
      );
    }, SWEEP_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    if (this.sweep) clearInterval(this.sweep);
  }

  async open(userId: string, place: SignInPlace): Promise<{ sessionId: string; token: string }> {
    const token = newToken();
    const now = this.clock.now();
    const session = { userId, ...place, createdAt: now, lastUsedAt: now };
    const sessionId = await this.sessions.create(session, hashToken(token));
    return { sessionId, token };
  }

  /** `mayReplace` is false where no cookie can be set (a socket's handshake). */
  async resolve(token: unknown, mayReplace: boolean): Promise<ResolvedSession | null> {
    if (!isToken(token)) return null;
    const found = await this.sessions.findToken(hashToken(token));
    if (!found || !(await this.isUsable(found))) return null;
    const { session } = found;
    const isFreshUse = this.age(session.lastUsedAt) >= NOTE_USE_EVERY_MS;
    if (isFreshUse) await this.sessions.recordUse(session.id, this.clock.now());
    return {
      sessionId: session.id,
      userId: session.userId,
      replacementToken: mayReplace ? await this.replacementFor(found) : null,
      isFreshUse,
    };
  }

  async isAlive(sessionId: string): Promise<boolean> {
    const session = await this.sessions.findById(sessionId);
    return session !== null && !this.isOver(session);
  }

  /** Those that still let somebody in. */
  async listOf(userId: string): Promise<Session[]> {
    return (await this.sessions.listOfUser(userId)).filter((session) => !this.isOver(session));
  }

  async end(sessionId: string, userId: string, reason: SessionEndReason): Promise<void> {
    if (await this.sessions.remove(sessionId)) this.announce(sessionId, userId, reason);
  }

  async endAll(userId: string, reason: SessionEndReason, exceptSessionId: string | null = null) {
    const ended = await this.sessions.removeOfUser(userId, exceptSessionId);
    for (const sessionId of ended) this.announce(sessionId, userId, reason);
  }

  private async isUsable({ session, replacedAt }: SessionToken): Promise<boolean> {
    const isReuse = replacedAt !== null && this.age(replacedAt) > GRACE_MS;
    if (!isReuse && !this.isOver(session)) return true;
    if (isReuse)
      this.log.warn(`a replaced token came back; session of user ${session.userId} ended`);
    await this.end(session.id, session.userId, 'expired');
    return false;
  }

  private async replacementFor(found: SessionToken): Promise<string | null> {
    if (found.replacedAt !== null || this.age(found.issuedAt) <= TOKEN_LIFE_MS) return null;
    const token = newToken();
    const isMine = await this.sessions.replaceToken(found, hashToken(token), this.clock.now());
    return isMine ? token : null;
  }

  private isOver({ createdAt, lastUsedAt }: Session): boolean {
    return this.age(createdAt) > LONGEST_SESSION_MS || this.age(lastUsedAt) > IDLE_MS;
  }

  private async removeStale(): Promise<void> {
    const now = this.clock.now().getTime();
    await this.sessions.removeStale(new Date(now - LONGEST_SESSION_MS), new Date(now - IDLE_MS));
  }

  private announce(sessionId: string, userId: string, reason: SessionEndReason): void {
    this.events.publish(new SessionEnded(sessionId, userId, reason));
  }

  private age(time: Date): number {
    return this.clock.now().getTime() - time.getTime();
  }
}
