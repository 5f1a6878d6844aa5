import { randomUUID } from 'node:crypto';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import request from 'supertest';
import type { Role } from '@/contract/people';
import { ModelsModule } from '@/engines/models/models.module';
import { OutboundModule } from '@/engines/outbound/outbound.module';
import { readConfig } from '@/foundation/config/config';
import { FoundationModule } from '@/foundation/foundation.module';
import { prepareHttp } from '@/foundation/http/prepare-http';
import { AuthModule } from '@/people/auth/auth.module';
import { SessionsService } from '@/people/auth/sessions/sessions.service';
import { User } from '@/people/users/user.entity';
import { UsersModule } from '@/people/users/users.module';
import { openTestDatabase, type TestDatabase } from '../../support/test-database';
import { UpstreamProcess } from '../../support/upstream-process';

let stage: TestDatabase;
let app: NestExpressApplication;
let upstream: UpstreamProcess;
const cookies = {} as Record<Role, string>;

beforeAll(async () => {
  [stage, upstream] = await Promise.all([openTestDatabase(), UpstreamProcess.start()]);
  const config = readConfig({ LOG_LEVEL: 'silent', SECRET_KEY: randomUUID() });
  @Module({
    imports: [
      FoundationModule.with(config, stage.database),
      UsersModule,
      AuthModule,
      OutboundModule,
      ModelsModule,
    ],
  })
  class House {}
  app = await NestFactory.create<NestExpressApplication>(House, {
    logger: false,
    bodyParser: false,
  });
  prepareHttp(app, config);
  await app.listen(0, '127.0.0.1');
  for (const role of ['admin', 'user'] as const) cookies[role] = await cookieOf(role);
});
afterAll(async () => {
  await app.close();
  await Promise.all([stage.close(), upstream.stop()]);
});

async function cookieOf(role: Role): Promise<string> {
  const facts = {
    id: randomUUID(),
    email: `${role}@example.org`,
    name: role,
    role,
    createdAt: new Date(),
    passwordHash: 'never compared',
  };
  await stage.database.rows(User).insert(facts);
  const { token } = await app
    .get(SessionsService, { strict: false })
    .open(facts.id, { address: '', device: '' });
  return `toolyard_session=${token}`;
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
const call = (role: Role, method: Method, path: string, body?: object) =>
  request(app.getHttpServer())
    [method](path)
    .set('Cookie', cookies[role])
    .set('Accept-Language', 'en')
    .send(body);

const PROVIDERS = '/api/admin/providers';
const ADDRESSES = '/api/admin/private-addresses';

it('lets an administrator connect a model on this very machine, from the refusal to the list', async () => {
  const provider = {
    name: 'Local',
    kind: 'openai',
    baseUrl: upstream.url,
    key: 'sk-abcdefgh',
    models: ['scripted'],
  };
  const refused = await call('admin', 'post', `${PROVIDERS}/test`, provider).expect(200);
  expect(refused.body).toMatchObject({ ok: false, privateAddress: new URL(upstream.url).host });
  const { privateAddress } = refused.body as { privateAddress: string };
  await call('admin', 'put', ADDRESSES, { items: [privateAddress] }).expect(200, {
    items: [privateAddress],
  });
  await call('admin', 'get', ADDRESSES).expect(200, { items: [privateAddress] });
  const tested = await call('admin', 'post', `${PROVIDERS}/test`, provider).expect(200);
  expect(tested.body).toMatchObject({ ok: true, baseUrl: `${upstream.url}/v1` });
  const made = await call('admin', 'post', PROVIDERS, provider).expect(201);
  expect(made.body).toMatchObject({ name: 'Local', hasKey: true, baseUrl: `${upstream.url}/v1` });
  const { id } = made.body as { id: string };
  const choices = [{ id: `${id}/scripted`, name: 'scripted', provider: 'Local' }];
  await call('user', 'get', '/api/models').expect(200, { items: choices });
  await call('admin', 'patch', `${PROVIDERS}/${id}`, { enabled: false }).expect(200);
  await call('user', 'get', '/api/models').expect(200, { items: [] });
  const listed = await call('admin', 'get', PROVIDERS).expect(200);
  expect(JSON.stringify(listed.body)).not.toContain('sk-');
  await call('admin', 'delete', `${PROVIDERS}/${id}`).expect(204);
  await call('admin', 'delete', `${PROVIDERS}/${id}`).expect(404);
});

it.each<[Method, string]>([
  ['get', PROVIDERS],
  ['post', PROVIDERS],
  ['post', `${PROVIDERS}/test`],
  ['patch', `${PROVIDERS}/${randomUUID()}`],
  ['delete', `${PROVIDERS}/${randomUUID()}`],
  ['get', ADDRESSES],
  ['put', ADDRESSES],
])('keeps people without the role out of %s %s (S-01)', async (method, path) => {
  await call('user', method, path, {}).expect(403);
  await request(app.getHttpServer())[method](path).expect(401);
});

it.each([
  ['post', PROVIDERS, { name: '', kind: 'other', baseUrl: 'x', models: 'y' }],
  ['post', `${PROVIDERS}/test`, { kind: 'openai', baseUrl: 'file:///etc/passwd' }],
  ['patch', `${PROVIDERS}/no-uuid`, { name: 'x' }],
  ['put', ADDRESSES, { items: ['no port'] }],
  ['put', ADDRESSES, { items: 'localhost:1' }],
] as [Method, string, object][])(
  'answers bad input to %s %s with the field that is wrong',
  async (method, path, body) => {
    const { body: answer } = await call('admin', method, path, body).expect(400);
    expect(answer).toMatchObject({ code: 'invalid_input', canRetry: false });
  },
);
