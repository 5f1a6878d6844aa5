import type { EventBus } from '@/foundation/events/event-bus';
import type { Log } from '@/foundation/logging/log';
import { hashToken, newToken } from '@/people/users/one-time-token';
import { FixedClock } from '../../../../../../test/support/fixed-clock';
import { SessionEnded } from '../auth.events';
import type { Session } from './session.entity';
import type { SessionToken } from './session-token.entity';
import type { SessionsRepository } from './sessions.repository';
import { SessionsService } from './sessions.service';

const MINUTE = 60_000;
const PLACE = { address: '203.0.113.1', device: 'Firefox · Linux' };

/** Rows in memory; the real repository is tested on a real database. */
class SessionRows {
  readonly tokens = new Map<string, SessionToken>();
  uses = 0;

  async create(opened: Omit<Session, 'id'>, hash: string): Promise<string> {
    const session = { ...opened, id: `session of ${opened.userId}` };
    this.tokens.set(hash, {
      hash,
      sessionId: session.id,
      session,
      issuedAt: session.createdAt,
      replacedAt: null,
    });
    return session.id;
  }

  async findToken(hash: string): Promise<SessionToken | null> {
    const found = this.tokens.get(hash);
    return found ? { ...found } : null;
  }

  async replaceToken(old: SessionToken, hash: string, now: Date): Promise<boolean> {
    const row = this.tokens.get(old.hash);
    if (!row || row.replacedAt) return false;
    row.replacedAt = now;
    this.tokens.set(hash, { ...row, hash, issuedAt: now, replacedAt: null });
    return true;
  }

  async recordUse(sessionId: string, now: Date): Promise<void> {
    this.uses += 1;
    for (const { session } of this.tokens.values()) {
      if (session.id === sessionId) session.lastUsedAt = now;
    }
  }

  async remove(sessionId: string): Promise<boolean> {
    const before = this.tokens.size;
    for (const [hash, token] of this.tokens) {
      if (token.sessionId === sessionId) this.tokens.delete(hash);
    }
    return this.tokens.size < before;
  }
}

function setUp() {
  const rows = new SessionRows();
  const clock = new FixedClock();
  const published: object[] = [];
  const events = { publish: (event: object) => void published.push(event) };
  const warnings: string[] = [];
  const log = { warn: (text: string) => void warnings.push(text) };
  const service = new SessionsService(
    rows as unknown as SessionsRepository,
    clock,
    events as unknown as EventBus,
    log as unknown as Log,
  );
  return { service, rows, clock, published, warnings };
}

it('knows the session by its token and keeps only the hash', async () => {
  const { service, rows } = setUp();
  const { token, sessionId } = await service.open('ann', PLACE);
  expect([...rows.tokens.keys()]).toEqual([hashToken(token)]);
  expect(await service.resolve(token, true)).toEqual({
    sessionId,
    userId: 'ann',
    replacementToken: null,
    isFreshUse: false,
  });
  for (const other of [newToken(), hashToken(token), '', null, undefined, {}]) {
    expect(await service.resolve(other, true)).toBeNull();
  }
});

it('replaces a token older than 15 minutes, only where a cookie can be set (S-18)', async () => {
  const { service, clock } = setUp();
  const { token } = await service.open('ann', PLACE);
  clock.pass(15 * MINUTE);
  expect((await service.resolve(token, true))?.replacementToken).toBeNull();
  clock.pass(1);
  expect((await service.resolve(token, false))?.replacementToken).toBeNull();
  const next = (await service.resolve(token, true))?.replacementToken;
  expect(next).toMatch(/^[\w-]{43}$/);
  clock.pass(MINUTE);
  expect((await service.resolve(token, true))?.replacementToken).toBeNull();
  expect((await service.resolve(next, true))?.sessionId).toBe('session of ann');
});

it('ends the session over a replaced token that comes back, says so and warns the operator (S-18)', async () => {
  const { service, clock, published, warnings } = setUp();
  const { token, sessionId } = await service.open('ann', PLACE);
  clock.pass(16 * MINUTE);
  const next = (await service.resolve(token, true))?.replacementToken;
  clock.pass(MINUTE + 1);
  expect(await service.resolve(token, true)).toBeNull();
  expect(await service.resolve(next, true)).toBeNull();
  expect(published).toEqual([new SessionEnded(sessionId, 'ann', 'expired')]);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).not.toContain(token);
});

it('writes the time of use at most once a minute', async () => {
  const { service, rows, clock } = setUp();
  const { token } = await service.open('ann', PLACE);
  for (let i = 0; i < 10; i += 1) await service.resolve(token, true);
  expect(rows.uses).toBe(0);
  clock.pass(MINUTE);
  const uses = [await service.resolve(token, true), await service.resolve(token, true)];
  expect(uses.map((use) => use?.isFreshUse)).toEqual([true, false]);
  expect(rows.uses).toBe(1);
});

it('announces an end once, however often it is asked for', async () => {
  const { service, published } = setUp();
  const { sessionId } = await service.open('ann', PLACE);
  await service.end(sessionId, 'ann', 'logged_out');
  await service.end(sessionId, 'ann', 'logged_out');
  expect(published).toEqual([new SessionEnded(sessionId, 'ann', 'logged_out')]);
});
