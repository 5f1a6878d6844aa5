import { AuthService } from '@/people/auth/auth.service';
import { WelcomeService } from '@/people/auth/welcome.service';
import { User } from '@/people/users/user.entity';
import { cookieOf, PASSWORD, PeopleApp } from '../../support/people-app';

const administrators = (app: PeopleApp) => app.database.rows(User).countBy({ role: 'admin' });
const state = async (app: PeopleApp, cookie = '') =>
  (await app.http('get', '/api/auth/state').set('Cookie', cookie)).body;

const setUp = (app: PeopleApp, token: string | undefined, email = 'first@example.org') =>
  app
    .http('post', '/api/auth/setup')
    .send({ token, email, name: 'First', password: 'a long password' });

async function withApp(work: (app: PeopleApp) => Promise<void>, env = {}): Promise<void> {
  const app = await PeopleApp.start(env);
  try {
    await work(app);
  } finally {
    await app.close();
  }
}

const newToken = async (app: PeopleApp) =>
  (await app.get(AuthService).newSetupLink())?.replace('/welcome#', '');

it('makes the first administrator by the link of the console, once', () =>
  withApp(async (app) => {
    expect(await state(app)).toEqual({ needsSetup: true, user: null });
    const token = await newToken(app);
    expect((await setUp(app, 'x'.repeat(43))).body.code).toBe('link_not_valid');
    const answer = await setUp(app, token, 'First@Example.org');
    expect(answer.body).toMatchObject({ email: 'first@example.org', role: 'admin' });
    const cookie = cookieOf(answer);
    expect(await state(app, cookie)).toEqual({ needsSetup: false, user: answer.body });
    expect((await setUp(app, token, 'second@example.org')).body.code).toBe('setup_done');
    expect(await app.get(AuthService).newSetupLink()).toBeNull();
    expect(await administrators(app)).toBe(1);
  }));

it('gives one administrator to two links and eight people at once', () =>
  withApp(async (app) => {
    const tokens = [await newToken(app), await newToken(app)];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => setUp(app, tokens[i % 2], `p${i}@example.org`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await administrators(app)).toBe(1);
  }));

it('forgets an earlier set-up link when it prints a new one', () =>
  withApp(async (app) => {
    const [earlier, later] = [await newToken(app), await newToken(app)];
    expect((await setUp(app, earlier)).status).toBe(400);
    expect((await setUp(app, later)).status).toBe(200);
  }));

it('gives the link back when the account cannot be made', () =>
  withApp(async (app) => {
    const { email } = await app.person('user');
    const token = await newToken(app);
    expect((await setUp(app, token, email)).body.code).toBe('email_taken');
    expect((await setUp(app, token)).status).toBe(200);
  }));

it('makes the administrator of an unattended install, and never a second one', () =>
  withApp(
    async (app) => {
      expect(await administrators(app)).toBe(1);
      expect((await state(app)).needsSetup).toBe(false);
      await app.get(WelcomeService).onApplicationBootstrap();
      expect(await administrators(app)).toBe(1);
      const login = await app
        .http('post', '/api/auth/login')
        .send({ email: 'root@example.org', password: PASSWORD });
      expect(login.body).toMatchObject({ name: 'root', role: 'admin' });
    },
    { ADMIN_EMAIL: 'root@example.org', ADMIN_PASSWORD: PASSWORD },
  ));

it('takes only a Secure __Host- cookie when people come by https (S-12)', () =>
  withApp(
    async (app) => {
      const { email } = await app.person('user');
      const login = await app.http('post', '/api/auth/login').send({ email, password: PASSWORD });
      const [cookie] = login.headers['set-cookie'] as unknown as string[];
      expect(cookie).toMatch(
        /^__Host-toolyard_session=.*Path=\/;.*HttpOnly; Secure; SameSite=Lax$/,
      );
      const value = cookieOf(login).split('=')[1];
      const me = (sent: string) => app.http('get', '/api/auth/me').set('Cookie', sent);
      expect((await me(`__Host-toolyard_session=${value}`)).status).toBe(200);
      expect((await me(`toolyard_session=${value}`)).status).toBe(401);
      expect(login.headers['strict-transport-security']).toContain('max-age=');
    },
    { PUBLIC_URL: 'https://tools.example.org' },
  ));
