import type { LiveNews } from '@/contract/live';

export type SessionEndReason = LiveNews['session.ended']['reason'];

/** A login is over; sockets that came with it must close (S-09). */
export class SessionEnded {
  constructor(
    readonly sessionId: string,
    readonly userId: string,
    readonly reason: SessionEndReason,
  ) {}
}

/** A personal API key is over; sockets that came with it must close (S-09). */
export class KeyEnded {
  constructor(
    readonly keyId: string,
    readonly userId: string,
  ) {}
}
