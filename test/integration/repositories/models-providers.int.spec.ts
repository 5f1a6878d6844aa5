import { type NewProvider, ProvidersRepository } from '@/engines/models/providers.repository';
import { openTestDatabase, type TestDatabase } from '../../support/test-database';

let stage: TestDatabase;
let repository: ProvidersRepository;

beforeAll(async () => {
  stage = await openTestDatabase();
  repository = new ProvidersRepository(stage.database);
});
afterAll(() => stage.close());

const aProvider = (name: string): NewProvider => ({
  name,
  kind: 'openai',
  baseUrl: 'http://localhost:11434/v1',
  sealedKey: null,
  models: ['a/b', '中文', '"quoted"'],
  enabled: true,
});

describe('rows of providers', () => {
  it('come back as they were put in, oldest first', async () => {
    const first = await repository.insert(aProvider('first'));
    const second = await repository.insert({ ...aProvider('second'), models: [] });
    expect(first).toMatchObject({ ...aProvider('first'), createdAt: expect.any(Date) as Date });
    expect((await repository.listOldestFirst()).map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(await repository.find(first.id)).toEqual(first);
  });

  it('change in the named columns only, and by nothing at all when nothing is named', async () => {
    const { id } = await repository.insert(aProvider('before'));
    await repository.update(id, {});
    await repository.update(id, { name: 'after', models: ['x'] });
    expect(await repository.find(id)).toMatchObject({ ...aProvider('after'), models: ['x'] });
  });

  it('are gone when removed', async () => {
    const { id } = await repository.insert(aProvider('gone'));
    await repository.remove(id);
    expect(await repository.find(id)).toBeNull();
  });
});
