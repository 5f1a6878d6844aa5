import { randomUUID } from 'node:crypto';
import { ApprovalsRepository } from '@/agent/approvals/approvals.repository';
import { LiveCommandTable } from '@/chat/live/live-commands';
import type { LiveCommands } from '@/contract/live';
import { ResultFiles } from '@/tools/result-files/result-files.service';
import { connectModel } from '../support/configured-model';
import {
  commandsWith,
  DOORS,
  fingerprint,
  type Ids,
  knock,
  PROTECTED_DOORS,
  routesOf,
  unknownIds,
} from '../support/door-table';
import { aQuestion } from '../support/a-question';
import { aCaller } from '../support/fake-tools';
import { refuseUnboundedWrites } from '../support/unbounded-writes';
import { UpstreamProcess } from '../support/upstream-process';
import type { Refused, Visitor } from '../support/visitor';
import { WholeServer } from '../support/whole-server';

const OWNER = 'owner@example.org';
const SECRET = 'say 5 words about the merger with Initech';

describe('who may enter (S-01)', () => {
  let server: WholeServer;
  let upstream: UpstreamProcess;
  let owner: Visitor;
  let stranger: Visitor;
  let model: string;
  let owned: Ids;
  let watched: { statements: string[] };
  /** Names of everything the owner's page was told after the preparations. */
  const told: string[] = [];

  beforeAll(async () => {
    const ownTools = { CUSTOM_TOOL_DIR: '' };
    [server, upstream] = await Promise.all([WholeServer.start(ownTools), UpstreamProcess.start()]);
    watched = refuseUnboundedWrites(server.opened.database);
    const admin = await server.admin();
    model = await connectModel(admin, upstream.url);
    owner = await server.user(OWNER);
    stranger = await server.user('stranger@example.org');
    const run = await owner.ask(SECRET, model);
    const me = await owner.get<{ id: string }>('/api/auth/me');
    const { items } = await admin.get<{ items: { id: string }[] }>('/api/admin/providers');
    const sessions = await owner.get<{ items: { id: string }[] }>('/api/auth/sessions');
    const key = await owner.post<{ row: { id: string } }>('/api/auth/api-keys', {
      ...{ name: 'Script', scopes: ['chat'], expiresInDays: 1 },
    });
    const group = await admin.post<{ id: string }>('/api/admin/groups', { name: 'Staff' });
    const kept = await server.get(ResultFiles).save(aCaller({ userId: me.id }), {
      ...{ name: 'secret.txt', mediaType: 'text/plain', content: Buffer.from(SECRET) },
      conversationId: run.conversationId,
    });
    const approval = aQuestion({ ownerId: me.id, conversationId: run.conversationId });
    await server.get(ApprovalsRepository).insert(approval);
    owned = {
      ...{ ...run, userId: me.id, fileId: kept.id, approvalId: approval.id },
      ...{ providerId: items[0]?.id ?? '', tool: 'echo', groupId: group.id },
      keyId: key.row.id,
      sessionId: sessions.items[0]?.id ?? '',
    };
    await ownersPageIsQuiet();
    (await owner.connected()).onAny((name: string) => told.push(name));
  });

  afterAll(async () => {
    await upstream?.stop();
    await server?.close();
  });

  /** An acknowledged command comes back behind everything that was sent before it. */
  const ownersPageIsQuiet = () =>
    owner.send('conversation.unwatch', { conversationId: randomUUID() });

  /** Nothing may be different afterwards, and the owner may have heard nothing. */
  async function withoutTrace(attempt: () => Promise<void>): Promise<void> {
    const before = await fingerprint(server);
    const toldBefore = told.length;
    await attempt();
    await ownersPageIsQuiet();
    expect(await fingerprint(server)).toEqual(before);
    expect(told.slice(toldBefore)).toEqual([]);
  }

  it('knows every route there is, with the mark the route itself carries', () => {
    const marks = routesOf(server).map((route) => [route.key, route.for]);
    const table = DOORS.map((door) => [door.key, door.for]);
    expect(Object.fromEntries(marks)).toEqual(Object.fromEntries(table));
  });

  it('knows every socket command there is (S-10)', () => {
    const names = server.get(LiveCommandTable).names;
    expect([...names].sort()).toEqual(Object.keys(commandsWith(model)).sort());
  });

  it('asks everybody who is not signed in to do so first (A-026)', () =>
    withoutTrace(async () => {
      const nobody = server.visitor();
      for (const { key } of PROTECTED_DOORS) {
        const { status, body } = await knock(nobody, key, owned);
        expect([key, status]).toEqual([key, 401]);
        expect(JSON.parse(body)).toMatchObject({ code: 'unauthenticated' });
      }
    }));

  it('keeps everybody but administrators out of administration (A-085)', () =>
    withoutTrace(async () => {
      for (const { key } of DOORS.filter((door) => door.for === 'admin')) {
        const theirs = await knock(stranger, key, owned);
        expect([key, theirs.status]).toEqual([key, 403]);
        expect([key, theirs]).toEqual([key, await knock(stranger, key, unknownIds())]);
        expect(theirs.body).not.toContain(OWNER);
      }
    }));

  it('answers for somebody else’s row exactly as for none, and changes nothing', () =>
    withoutTrace(async () => {
      const ownedDoors = DOORS.filter((door) => door.owned);
      // Without these two every refusal below could be a fault of the table.
      expect(ownedDoors.length).toBeGreaterThan(3);
      expect(await knock(owner, 'GET /api/conversations/:conversationId', owned)).toMatchObject({
        status: 200,
        body: expect.stringContaining('merger'),
      });
      for (const { key } of ownedDoors) {
        const theirs = await knock(stranger, key, owned);
        expect([key, theirs]).toEqual([key, await knock(stranger, key, unknownIds())]);
        expect(theirs.status).toBe(404);
        expect(theirs.body).not.toContain('merger');
      }
    }));

  it('is no easier for an administrator, who may not read along either', () =>
    withoutTrace(async () => {
      const admin = await server.admin();
      for (const { key } of DOORS.filter((door) => door.owned)) {
        const theirs = await knock(admin, key, owned);
        expect([key, theirs]).toEqual([key, await knock(admin, key, unknownIds())]);
        expect(theirs.status).toBe(404);
      }
    }));

  it('answers every socket command for somebody else’s row as for none (S-03, S-10)', () =>
    withoutTrace(async () => {
      const commands = commandsWith(model);
      for (const name of Object.keys(commands) as (keyof LiveCommands)[]) {
        const send = (ids: Ids) =>
          stranger.send(name, commands[name](ids) as never).then(
            (data) => ({ data }),
            (refused: unknown) => ({ refused: (refused as Refused).body }),
          );
        const theirs = await send(owned);
        expect([name, theirs]).toEqual([name, await send(unknownIds())]);
        expect(JSON.stringify(theirs)).not.toContain('merger');
      }
      expect(stranger.heard).toEqual([]);
    }));

  it('lets nobody reach a run by repeating the request id that began it (S-02)', async () => {
    const clientRequestId = randomUUID();
    const mine = await owner.send('run.start', { clientRequestId, text: SECRET, modelId: model });
    await owner.follow(mine);
    const theirs = await stranger.send('run.start', {
      clientRequestId,
      text: 'say 1 word',
      modelId: model,
    });
    expect(theirs.conversationId).not.toBe(mine.conversationId);
    const { events } = await stranger.follow(theirs);
    expect(JSON.stringify(events)).not.toContain('merger');
    const again = await owner.send('run.start', { clientRequestId, text: SECRET, modelId: model });
    expect(again).toEqual(mine);
  });

  it('lists nobody’s rows to anybody else, whatever is searched for or continued (S-02)', async () => {
    const position = JSON.stringify(['2099-01-01T00:00:00.000Z', owned.conversationId]);
    const cursor = Buffer.from(position).toString('base64url');
    for (const query of ['', '?q=merger', '?q=%25', '?q=_', `?cursor=${cursor}`]) {
      const response = await stranger.request('GET', `/api/conversations${query}`);
      expect(response.status).toBe(200);
      const body = await response.text();
      expect(body).not.toContain(owned.conversationId);
      expect(body).not.toContain('merger');
    }
  });

  it('never sent an UPDATE or DELETE without a condition in all of this (S-06)', () => {
    expect(watched.statements.length).toBeGreaterThan(100);
  });
});
