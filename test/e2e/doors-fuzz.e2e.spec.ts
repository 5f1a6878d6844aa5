import { randomUUID } from 'node:crypto';
import { cpSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import type { LiveCommands } from '@/contract/live';
import {
  addressed,
  commandsWith,
  DOORS,
  type Ids,
  ROUTES,
  unknownIds,
} from '../support/door-table';
import { rawRequest } from '../support/raw-request';
import { ServerProcess } from '../support/server-process';
import { createTestDatabase } from '../support/test-database';
import { Visitor } from '../support/visitor';
import { ADMIN } from '../support/whole-server';

const SHIPPED = path.resolve(__dirname, '../../data/custom_tools');
/** A leak of a request's memory shows at this many of them; a bigger heap of the engine itself does not. */
const MAX_GROWTH_BYTES = 200 * 1024 * 1024;
const BODIES_PER_DOOR = 15;
const SIGNING_OUT = ['POST /api/auth/logout', 'POST /api/auth/sessions/end-all'];

type Body = Record<string, unknown>;
type Answer = { status: number; body: string };

/** The built server as a process, because what must survive is the process. */
describe('malformed requests (S-39)', () => {
  let server: ServerProcess;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let dataDir: string;
  let admin: Visitor;
  let ids: Ids;
  let memoryBefore: number;

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'toolyard-fuzz-'));
    cpSync(SHIPPED, path.join(dataDir, 'custom_tools'), { recursive: true });
    database = await createTestDatabase();
    server = await ServerProcess.start({
      ...{ DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'info' },
      ...{ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
      ...{ CONTAINER_STOCK: '0', DOCKER_HOST: 'unix:///nowhere.sock' },
    });
    admin = new Visitor(server.url);
    await admin.signIn(ADMIN.email, ADMIN.password);
    ids = { ...unknownIds(), ...(await realRows(admin)), tool: 'echo' };
    memoryBefore = residentBytes(server.pid);
  });

  afterAll(async () => {
    admin?.leave();
    await server?.stop();
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  afterEach(async () => {
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
  });

  const send = async (key: string, body: string, given: Ids = ids): Promise<Answer> => {
    const { method, path: where } = addressed(key, given);
    const response = await fetch(server.url + encodeURI(where), {
      method,
      headers: { cookie: admin.cookie, 'content-type': 'application/json' },
      ...(method !== 'GET' && { body }),
    });
    return { status: response.status, body: await response.text() };
  };

  /** 503 is declared (no engine, no provider, too many signing in); an unforeseen error is not. */
  const isFault = ({ status, body }: Answer): boolean =>
    body.includes('"unexpected"') || (status >= 500 && status !== 503);

  const changing = DOORS.filter(
    // Signing out would only turn the rest of the fuzzing away at the door.
    ({ key }) => !key.startsWith('GET ') && !SIGNING_OUT.includes(key),
  );

  it.each(changing.map(({ key }) => [key]))(
    '%s takes any JSON without an inner error',
    async (key) => {
      const right = (ROUTES[key]?.body?.(ids) ?? {}) as Body;
      const faults: string[] = [];
      await fc.assert(
        fc.asyncProperty(wrongBody(right), async (body) => {
          const answer = await send(key, JSON.stringify(body) ?? 'null');
          if (isFault(answer)) faults.push(`${answer.status} for ${JSON.stringify(body)}`);
        }),
        { numRuns: BODIES_PER_DOOR, seed: 39 },
      );
      expect(faults).toEqual([]);
    },
  );

  it('answers bodies that are deep, huge, cut off or not text', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const bodies = [
      deep,
      `{"name":${deep}}`,
      '{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000),
      JSON.stringify({ name: 'x'.repeat(3_900_000) }),
      JSON.stringify({ name: 'x'.repeat(4_300_000) }),
      '{"__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}}}',
      '{"name":"\\ud800"}',
      '{"name":1e999}',
      '{',
      '',
    ];
    const faults: string[] = [];
    for (const { key } of changing.filter((door) => door.body)) {
      for (const body of bodies) {
        const answer = await send(key, body);
        if (isFault(answer)) faults.push(`${answer.status} ${key} ${body.slice(0, 40)}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it('answers or drops requests that lie about their length and encoding', async () => {
    const head = (...headers: string[]) => [
      ...['PATCH /api/auth/me', `Cookie: ${admin.cookie}`, 'Content-Type: application/json'],
      ...headers,
    ];
    const requests: [string[], Buffer | string][] = [
      [head('Content-Length: 2', 'Content-Encoding: gzip'), '{}'],
      [head('Content-Length: 4', 'Content-Type: application/json; charset=utf-7'), '{}{}'],
      [head('Content-Length: -1'), '{}'],
      [head('Content-Length: 4'), Buffer.from([0xff, 0xfe, 0x00, 0x00])],
      [head('Transfer-Encoding: chunked'), 'zz\r\n{}\r\n0\r\n\r\n'],
      [head('Content-Length: 2', 'Transfer-Encoding: chunked'), '2\r\n{}\r\n0\r\n\r\n'],
      [head('Content-Type: multipart/form-data; boundary=x', 'Content-Length: 4'), '--x\r'],
      [head(`X-Long: ${'x'.repeat(70_000)}`), ''],
    ];
    for (const [lines, body] of requests) {
      const { status } = await rawRequest(server.url, lines, body);
      expect([lines.slice(3), status >= 400 && status < 500]).toEqual([lines.slice(3), true]);
    }
  });

  it('answers odd ids in every path without an inner error (S-06)', async () => {
    const odd = ['..', '%00', "'", '0', 'null', 'undefined', '[object Object]', 'é'.repeat(300)];
    const faults: string[] = [];
    for (const { key } of DOORS.filter((door) => /\/:|custom-tools/.test(door.key))) {
      for (const value of odd) {
        const { method, path: where } = addressed(key, sameEverywhere(value));
        for (const spelled of [
          encodeURI(where),
          where.replaceAll(value, encodeURIComponent(value)),
        ]) {
          const response = await admin.request(method, spelled, ROUTES[key]?.body?.(ids));
          const answer = { status: response.status, body: await response.text() };
          if (isFault(answer)) faults.push(`${answer.status} ${method} ${spelled}`);
        }
      }
    }
    expect(faults).toEqual([]);
  });

  it('answers every socket command of any shape with an acknowledgement', async () => {
    const socket = await admin.connect();
    const commands = commandsWith('none');
    const faults: string[] = [];
    for (const name of Object.keys(commands) as (keyof LiveCommands)[]) {
      await fc.assert(
        fc.asyncProperty(wrongBody(commands[name](ids) as unknown as Body), async (body) => {
          const reply: unknown = await socket.timeout(20_000).emitWithAck(name, body);
          const text = JSON.stringify(reply);
          if (text.includes('"unexpected"')) faults.push(`${name} ${JSON.stringify(body)}`);
        }),
        { numRuns: BODIES_PER_DOOR, seed: 39 },
      );
      // Without an acknowledgement, with two bodies, and one nobody declared.
      socket.emit(name);
      socket.emit(name, {}, {}, () => undefined);
      socket.emit(`${name}.${randomUUID()}`, {});
    }
    expect(faults).toEqual([]);
    expect(socket.connected).toBe(true);
  });

  it('is the same process afterwards, no bigger than before, and was asked by an administrator', async () => {
    expect(await admin.get('/api/auth/me')).toMatchObject({ role: 'admin' });
    expect(residentBytes(server.pid) - memoryBefore).toBeLessThan(MAX_GROWTH_BYTES);
  });
});

/** A right body with one place wrong, or something else altogether. */
function wrongBody(right: Body): fc.Arbitrary<unknown> {
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.constantFrom<unknown>(
      null,
      true,
      -1,
      1e308,
      '',
      '\u0000',
      [],
      {},
      [null],
      'x'.repeat(9_999),
    ),
  );
  const keys = Object.keys(right);
  if (keys.length === 0) return anything;
  const oneWrong = fc
    .tuple(fc.constantFrom(...keys), anything)
    .map(([key, value]) => ({ ...right, [key]: value }));
  const oneMore = fc
    .tuple(fc.string(), anything)
    .map(([key, value]) => ({ ...right, [key]: value }));
  return fc.oneof({ weight: 4, arbitrary: oneWrong }, oneMore, anything);
}

/** So that what passes the first check goes on into services and tables. */
async function realRows(admin: Visitor): Promise<Pick<Ids, 'userId' | 'groupId' | 'providerId'>> {
  const { user } = await admin.post<{ user: { id: string } }>('/api/admin/users', {
    ...{ email: 'fuzzed@example.org', name: 'Fuzzed', role: 'user' },
  });
  const provider = await admin.post<{ id: string }>('/api/admin/providers', {
    ...{ kind: 'openai', baseUrl: 'https://models.example.org', key: 'k' },
    ...{ name: 'P', models: ['m'] },
  });
  const group = await admin.post<{ id: string }>('/api/admin/groups', { name: 'Fuzzed' });
  return { userId: user.id, groupId: group.id, providerId: provider.id };
}

const sameEverywhere = (value: string): Ids =>
  Object.fromEntries(Object.keys(unknownIds()).map((name) => [name, value])) as unknown as Ids;

function residentBytes(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return pages * 4096;
}
