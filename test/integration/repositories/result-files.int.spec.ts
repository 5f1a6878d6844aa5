import { randomUUID } from 'node:crypto';
import { ResultFilesRepository } from '@/tools/result-files/result-files.repository';
import { openTestDatabase, type TestDatabase } from '../../support/test-database';

let stage: TestDatabase;
let repository: ResultFilesRepository;

beforeAll(async () => {
  stage = await openTestDatabase();
  repository = new ResultFilesRepository(stage.database);
});
afterAll(() => stage.close());

const aFile = (change: { conversationId?: string | null; createdAt?: Date } = {}) => ({
  id: randomUUID(),
  ownerId: randomUUID(),
  conversationId: randomUUID() as string | null,
  name: '图.png',
  mediaType: 'image/png',
  content: Buffer.from([0, 255, 10, 0]),
  createdAt: new Date('2026-01-02T03:04:05.678Z'),
  ...change,
});

describe('rows of result files', () => {
  it('come back byte for byte, for their owner only (S-01)', async () => {
    const file = aFile();
    await repository.insert(file);
    expect(await repository.findOwned(file.ownerId, file.id)).toEqual(file);
    expect(await repository.findOwned(randomUUID(), file.id)).toBeNull();
  });

  it('go with their conversation', async () => {
    const [gone, kept] = [aFile(), aFile()];
    await repository.insert(gone);
    await repository.insert(kept);
    await repository.removeOfConversation(gone.conversationId ?? '');
    expect(await repository.findOwned(gone.ownerId, gone.id)).toBeNull();
    expect(await repository.findOwned(kept.ownerId, kept.id)).not.toBeNull();
  });

  it('of tries go after a while, those of conversations stay', async () => {
    const [tried, said] = [aFile({ conversationId: null }), aFile()];
    await repository.insert(tried);
    await repository.insert(said);
    await repository.removeTriesBefore(new Date('2026-01-03T00:00:00Z'));
    expect(await repository.findOwned(tried.ownerId, tried.id)).toBeNull();
    expect(await repository.findOwned(said.ownerId, said.id)).not.toBeNull();
  });
});
