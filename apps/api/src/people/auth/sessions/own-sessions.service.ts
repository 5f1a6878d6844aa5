import { Injectable } from '@nestjs/common';
import type { SessionRow } from '@/contract/people';
import { NotFound } from '@/foundation/errors/input.errors';
import type { Caller } from '@/foundation/http/caller';
import { AuditService } from '@/people/audit/audit.service';
import type { Session } from './session.entity';
import { SessionsService } from './sessions.service';

/** What a person sees of their own logins, and how they end them. */
@Injectable()
export class OwnSessions {
  constructor(
    private readonly sessions: SessionsService,
    private readonly audit: AuditService,
  ) {}

  async list(caller: Caller): Promise<SessionRow[]> {
    const sessions = await this.sessions.listOf(caller.userId);
    return sessions.map((session) => toRow(session, caller));
  }

  async end(caller: Caller, sessionId: string): Promise<void> {
    const sessions = await this.sessions.listOf(caller.userId);
    // The id may be anything, so it is looked for among what is theirs (S-03).
    if (!sessions.some(({ id }) => id === sessionId)) throw new NotFound();
    await this.sessions.end(sessionId, caller.userId, 'logged_out');
    await this.audit.record(caller, { action: 'session.end', subject: sessionId });
  }

  async endOthers(caller: Caller): Promise<void> {
    await this.sessions.endAll(caller.userId, 'logged_out', caller.sessionId);
    await this.audit.record(caller, { action: 'session.end_others', subject: caller.userId });
  }

  async endAll(caller: Caller): Promise<void> {
    await this.sessions.endAll(caller.userId, 'logged_out');
    await this.audit.record(caller, { action: 'session.end_all', subject: caller.userId });
  }
}

const toRow = (session: Session, caller: Caller): SessionRow => ({
  id: session.id,
  device: session.device,
  address: session.address,
  createdAt: session.createdAt.toISOString(),
  lastSeenAt: session.lastUsedAt.toISOString(),
  isCurrent: session.id === caller.sessionId,
});
