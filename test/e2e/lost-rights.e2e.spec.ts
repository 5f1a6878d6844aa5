import { randomUUID } from 'node:crypto';
import { pausedItself } from '@/bundles/custom-tools/states/state-notices';
import { EventBus } from '@/foundation/events/event-bus';
import type { Socket } from 'socket.io-client';
import { type Visitor } from '../support/visitor';
import { ADMIN, WholeServer } from '../support/whole-server';

/** S-09 allows five seconds. */
const SOON_MS = 5_000;

describe('an open socket', () => {
  let server: WholeServer;
  let admin: Visitor;

  beforeAll(async () => {
    server = await WholeServer.start({ CONTAINER_STOCK: '0' });
    admin = await server.admin();
  });

  afterAll(() => server?.close());

  async function guest(): Promise<{
    visitor: Visitor;
    id: string;
    socket: Socket;
    news: string[];
  }> {
    const visitor = await server.user(`${randomUUID()}@example.org`);
    const { id } = await visitor.get<{ id: string }>('/api/auth/me');
    const socket = await visitor.connect();
    const news: string[] = [];
    socket.onAny((name: string) => news.push(name));
    return { visitor, id, socket, news };
  }

  const closed = (socket: Socket): Promise<boolean> =>
    new Promise((resolve) => {
      if (socket.disconnected) return resolve(true);
      socket.once('disconnect', () => resolve(true));
      setTimeout(() => resolve(false), SOON_MS).unref();
    });

  it('ends when the person is disabled (S-09)', async () => {
    const { id, socket, news } = await guest();
    await admin.patch(`/api/admin/users/${id}`, { disabled: true });
    expect(await closed(socket)).toBe(true);
    expect(news).toContain('session.ended');
  });

  it('ends with the log-out of its session, and only that one (S-09, S-11)', async () => {
    const { visitor, socket } = await guest();
    const me = await visitor.get<{ email: string }>('/api/auth/me');
    const other = server.visitor();
    await other.signIn(me.email, 'another long password');
    const otherSocket = await other.connect();
    const cookie = visitor.cookie;
    await visitor.post('/api/auth/logout', {});
    expect(await closed(socket)).toBe(true);
    expect(otherSocket.connected).toBe(true);
    visitor.cookie = cookie;
    expect((await visitor.request('GET', '/api/auth/me')).status).toBe(401);
  });

  it('ends when another device changes the password (S-09)', async () => {
    const { visitor, socket } = await guest();
    const me = await visitor.get<{ email: string }>('/api/auth/me');
    const other = server.visitor();
    await other.signIn(me.email, 'another long password');
    await other.post('/api/auth/password', {
      current: 'another long password',
      next: 'a wholly new password',
    });
    expect(await closed(socket)).toBe(true);
  });

  it('hears of a new role at once and acts with it (S-09)', async () => {
    const { visitor, id, socket } = await guest();
    const changed = new Promise<{ me: { role: string } }>((resolve) =>
      socket.once('me.changed', resolve),
    );
    await admin.patch(`/api/admin/users/${id}`, { role: 'admin' });
    expect((await changed).me.role).toBe('admin');
    expect((await visitor.get<{ items: unknown[] }>('/api/tools')).items.length).toBeGreaterThan(0);
  });

  it('tells notices to administrators only, in the language of each', async () => {
    const { news } = await guest();
    const heard = ['en', 'zh-CN'].map(async (locale) => {
      const visitor = server.visitor(locale);
      await visitor.signIn(ADMIN.email, ADMIN.password);
      const socket = await visitor.connect();
      return () => new Promise((resolve) => socket.once('admin.notice', resolve));
    });
    const listening = (await Promise.all(heard)).map((listen) => listen());
    server.get(EventBus).publish(pausedItself('calc', 3));
    const link = '/admin/custom-tools/calc';
    expect(await Promise.all(listening)).toMatchObject([
      { title: 'calc paused itself', link },
      { title: 'calc 已自动暂停', link },
    ]);
    expect(news).not.toContain('admin.notice');
  });

  it.each([
    ['a foreign origin', { origin: 'https://evil.test' }],
    ['no origin at all', { origin: '' }],
    ['a cross-site mark', { 'sec-fetch-site': 'cross-site' }],
  ])('is refused to %s although the cookie is good (S-13)', async (_, headers) => {
    await expect(admin.connect(headers)).rejects.toThrow();
  });

  it('is refused without a session, in the four fields', async () => {
    const refused = await server
      .visitor()
      .connect()
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ data: { code: 'unauthenticated', canRetry: false } });
  });

  it('answers a command of the wrong shape with the path that is wrong', async () => {
    const { visitor } = await guest();
    await expect(
      visitor.send('run.start', { clientRequestId: 'x', text: '', modelId: 5 } as never),
    ).rejects.toMatchObject({ body: { code: 'invalid_input' } });
  });
});
