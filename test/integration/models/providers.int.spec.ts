import { AnthropicAdapter } from '@/engines/models/adapters/anthropic.adapter';
import { OpenaiCompatibleAdapter } from '@/engines/models/adapters/openai-compatible.adapter';
import { ModelAdapters } from '@/engines/models/model-adapters';
import { ModelsService } from '@/engines/models/models.service';
import { createProviderSchema } from '@/engines/models/providers.dto';
import { ProvidersRepository } from '@/engines/models/providers.repository';
import { ProvidersService } from '@/engines/models/providers.service';
import { GuardedFetch } from '@/engines/outbound/guarded-fetch';
import type { Caller } from '@/foundation/http/caller';
import type { SecretBox } from '@/foundation/secrets/secret-box';
import type { AuditService, Deed } from '@/people/audit/audit.service';
import { ScriptedUpstream } from '../../support/scripted-upstream';
import { openTestDatabase, type TestDatabase } from '../../support/test-database';

const KEY = 'sk-very-secret-0123456789';
const caller: Caller = { userId: 'u', name: 'Ada', role: 'admin', locale: 'en', sessionId: null };

/** Reversible and recognisable: what is sealed says so. */
const box = {
  seal: async (plain: string) => `sealed:${Buffer.from(plain).toString('base64')}`,
  open: async (sealed: string) => Buffer.from(sealed.slice(7), 'base64').toString(),
} as SecretBox;

const deeds: Deed[] = [];
const audit = {
  record: async (_caller: Caller, deed: Deed) => void deeds.push(deed),
} as AuditService;

const upstream = new ScriptedUpstream();
const other = new ScriptedUpstream();
let stage: TestDatabase;
let repository: ProvidersRepository;
let providers: ProvidersService;
let models: ModelsService;
let guarded: GuardedFetch;
let allowed: string[];

beforeAll(async () => {
  await Promise.all([upstream.listen(), other.listen()]);
  stage = await openTestDatabase();
  repository = new ProvidersRepository(stage.database);
  guarded = new GuardedFetch({
    allowed: async () => new Set(allowed),
    connectMs: 2_000,
    idleMs: 2_000,
  });
  const adapters = new ModelAdapters([
    new OpenaiCompatibleAdapter(guarded.fetch),
    new AnthropicAdapter(guarded.fetch),
  ]);
  providers = new ProvidersService(repository, box, adapters, audit);
  models = new ModelsService(repository, box, adapters);
});
beforeEach(async () => {
  await stage.database.query('DELETE FROM providers');
  [upstream, other].forEach((each) => each.reset());
  allowed = [upstream, other].map(({ url }) => new URL(url).host);
  guarded.forgetConnections();
  deeds.length = 0;
});
afterAll(async () => {
  await guarded.destroy();
  await Promise.all([upstream.close(), other.close(), stage.close()]);
});

const draft = (over = {}) => ({
  name: 'House model',
  kind: 'openai' as const,
  baseUrl: `${upstream.url}/v1`,
  key: KEY,
  models: ['scripted', 'library/scripted:7b'],
  ...over,
});

describe('the address of a provider', () => {
  it.each(['', '/', '/v1', '/v1/', '/v1/chat/completions', '/v1/models'])(
    'is understood as %s',
    async (path) => {
      const row = await providers.create(caller, draft({ baseUrl: upstream.url + path }));
      expect(row.baseUrl).toBe(`${upstream.url}/v1`);
      expect(await providers.test(caller, draft({ baseUrl: upstream.url + path }))).toMatchObject({
        ok: true,
        baseUrl: `${upstream.url}/v1`,
        models: ['library/scripted:7b', 'scripted'],
      });
    },
  );

  it.each(['', '/v1'])(
    'is kept without /v1 where the server has none, entered as %s',
    async (path) => {
      upstream.mode = { v1: false };
      expect(
        (await providers.create(caller, draft({ baseUrl: upstream.url + path }))).baseUrl,
      ).toBe(upstream.url);
    },
  );

  it.each(['', '/v1', '/v1/messages'])('of the other format is understood as %s', async (path) => {
    const anthropic = draft({ kind: 'anthropic', baseUrl: upstream.url + path });
    expect((await providers.create(caller, anthropic)).baseUrl).toBe(upstream.url);
    expect(await providers.test(caller, anthropic)).toMatchObject({ ok: true });
  });

  it('may be entered while nothing answers there', async () => {
    const row = await providers.create(caller, draft({ baseUrl: 'http://127.0.0.1:4/v1/' }));
    expect(row.baseUrl).toBe('http://127.0.0.1:4/v1');
  });
});

describe('testing a connection', () => {
  it('says which private address to allow, and works once it is', async () => {
    const { host } = new URL(upstream.url);
    allowed = [];
    expect(await providers.test(caller, draft())).toMatchObject({
      ok: false,
      privateAddress: host,
      error: { code: 'private_address_blocked' },
    });
    allowed = [host];
    expect(await providers.test(caller, draft())).toMatchObject({ ok: true });
  });

  it('says in one sentence that the key is refused, without the key', async () => {
    upstream.mode = { requiredKey: 'another' };
    const result = await providers.test(caller, draft());
    expect(result).toMatchObject({ ok: false, error: { code: 'provider_refused_key' } });
    expect(JSON.stringify(result)).not.toContain(KEY);
  });

  it('uses the stored key for the stored server, and for no other', async () => {
    const { id: providerId } = await providers.create(caller, draft());
    [upstream, other].forEach((each) => (each.mode = { requiredKey: KEY }));
    const stored = { providerId, kind: 'openai' as const, baseUrl: upstream.url };
    expect(await providers.test(caller, stored)).toMatchObject({ ok: true });
    const elsewhere = await providers.test(caller, { ...stored, baseUrl: other.url });
    expect(elsewhere).toMatchObject({ ok: false, error: { code: 'provider_refused_key' } });
  });
});

describe('keys', () => {
  it('are sealed in the database and never answered', async () => {
    const row = await providers.create(caller, draft());
    expect(row).toMatchObject({ hasKey: true, enabled: true });
    expect(JSON.stringify([row, await providers.list(), deeds])).not.toMatch(/sealed|very-secret/);
    const [stored] = await stage.database.query<{ sealed_key: string }>(
      'SELECT sealed_key FROM providers',
    );
    expect(stored?.sealed_key).toBe(await box.seal(KEY));
  });

  it('stay when nothing is said, change when one is given, go when it is empty', async () => {
    const { id } = await providers.create(caller, draft());
    expect((await providers.update(caller, id, { name: 'New' })).hasKey).toBe(true);
    expect((await providers.update(caller, id, { baseUrl: `${upstream.url}/v1/` })).hasKey).toBe(
      true,
    );
    await providers.update(caller, id, { key: 'sk-new' });
    expect((await repository.find(id))?.sealedKey).toBe(await box.seal('sk-new'));
    expect((await providers.update(caller, id, { key: '' })).hasKey).toBe(false);
  });

  it('do not move to another server with a changed address', async () => {
    const { id } = await providers.create(caller, draft());
    expect((await providers.update(caller, id, { baseUrl: other.url })).hasKey).toBe(false);
    await models.requireChoice(caller, `${id}/scripted`);
    for await (const event of models.stream(
      caller,
      `${id}/scripted`,
      question,
      new AbortController().signal,
    ))
      void event;
    expect(other.requests[0]?.headers.authorization).toBeUndefined();
  });

  it.each(['with space', 'ümlaut', 'line\nbreak', 'zero\0'])(
    'refuses the key %j, which is no header',
    (key) => {
      expect(createProviderSchema.safeParse(draft({ key })).success).toBe(false);
    },
  );

  it.each(['ftp://host', 'http://user:pass@host', 'host', 'http://host/?x=1'])(
    'refuses the address %s',
    (baseUrl) => {
      expect(createProviderSchema.safeParse(draft({ baseUrl })).success).toBe(false);
    },
  );
});

const question = {
  tools: [],
  system: '',
  messages: [{ role: 'user' as const, text: 'hello' }],
  toolChoice: 'auto' as const,
};

describe('choosing a model', () => {
  it('lists the models of enabled providers and asks the one chosen, slashes and all', async () => {
    const { id } = await providers.create(caller, draft());
    const off = await providers.create(caller, draft({ name: 'Off', enabled: false }));
    expect(await models.listChoices(caller)).toEqual([
      { id: `${id}/scripted`, name: 'scripted', provider: 'House model' },
      { id: `${id}/library/scripted:7b`, name: 'library/scripted:7b', provider: 'House model' },
    ]);
    let text = '';
    const stream = models.stream(
      caller,
      `${id}/library/scripted:7b`,
      question,
      new AbortController().signal,
    );
    for await (const event of stream) if (event.type === 'text') text += event.text;
    expect(text).toBe('You said: hello');
    expect(JSON.parse(upstream.requests[0]?.body ?? '')).toMatchObject({
      model: 'library/scripted:7b',
    });
    expect(upstream.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    await expect(models.requireChoice(caller, `${off.id}/scripted`)).rejects.toMatchObject({
      code: 'model_not_found',
    });
  });

  it.each(['', '/', 'scripted', 'no-uuid/scripted', '00000000-0000-4000-8000-000000000000/x'])(
    'does not know the model %j, or any where none is set up',
    async (modelId) => {
      await expect(models.requireChoice(caller, modelId)).rejects.toMatchObject({
        code: 'no_model_configured',
      });
      await providers.create(caller, draft());
      await expect(models.requireChoice(caller, modelId)).rejects.toMatchObject({
        code: 'model_not_found',
      });
    },
  );
});

it('writes down who changed which provider', async () => {
  const { id } = await providers.create(caller, draft());
  await providers.update(caller, id, { enabled: false });
  await providers.remove(caller, id);
  expect(deeds.map(({ action, subject }) => [action, subject])).toEqual([
    ['provider.create', id],
    ['provider.update', id],
    ['provider.delete', id],
  ]);
  await expect(providers.remove(caller, id)).rejects.toMatchObject({ code: 'provider_not_found' });
});
