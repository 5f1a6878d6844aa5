import { randomUUID } from 'node:crypto';
import { ApprovalsRepository } from '@/agent/approvals/approvals.repository';
import { DraftUsesRepository } from '@/bundles/custom-tools/workshop/draft-uses.repository';
import { Conversation } from '@/chat/conversations/conversation.entity';
import { ConversationsRepository } from '@/chat/conversations/conversations.repository';
import { Run } from '@/chat/runs/run.entity';
import { RunsRepository } from '@/chat/runs/runs.repository';
import { GroupsRepository } from '@/people/groups/groups.repository';
import { ResultFilesRepository } from '@/tools/result-files/result-files.repository';
import { aQuestion } from '../../support/a-question';
import { openTestDatabase, type TestDatabase } from '../../support/test-database';

const OWNER = randomUUID();
const NOBODY = randomUUID();

let opened: TestDatabase;
let ids: { conversation: string; run: string; file: string };
beforeAll(async () => {
  opened = await openTestDatabase();
  ids = { conversation: randomUUID(), run: randomUUID(), file: randomUUID() };
  const now = new Date();
  const owned = { ownerId: OWNER, conversationId: ids.conversation };
  await new ConversationsRepository(opened.database).insert({
    ...{ id: ids.conversation, ownerId: OWNER, title: 'Mine', modelId: null },
    ...{ isRunning: false, createdAt: now, updatedAt: now },
  });
  await new RunsRepository(opened.database).insert({
    ...{ ...owned, id: ids.run, clientRequestId: 'r', trigger: 'message', status: 'completed' },
    assistantMessageId: randomUUID(),
  });
  await new ResultFilesRepository(opened.database).insert({
    ...{ ...owned, id: ids.file, name: 'f', mediaType: 'text/plain' },
    ...{ bytes: 1, content: Buffer.from('x'), createdAt: now },
  } as never);
  await new ApprovalsRepository(opened.database).insert(aQuestion(owned));
  await new DraftUsesRepository(opened.database).add(OWNER, 'calc');
});
afterAll(() => opened.close());

/** Every method that asks whose row it is, in the words of whoever asks. */
const methods = (asker: string): Record<string, () => Promise<unknown>> => {
  const { database } = opened;
  const conversations = new ConversationsRepository(database);
  const runs = new RunsRepository(database);
  return {
    'conversations.findOwned': () => conversations.findOwned(asker, ids.conversation),
    'conversations.findPage': () =>
      conversations.findPage(asker, { search: '', after: null, limit: 10 }),
    'runs.findOwned': () => runs.findOwned(asker, ids.run),
    'runs.findByRequest': () => runs.findByRequest(asker, 'r'),
    'result files.findOwned': () => new ResultFilesRepository(database).findOwned(asker, ids.file),
    'approvals.listFor': () => new ApprovalsRepository(database).listFor(asker, [], ['pending']),
    'draft uses.listToolIds': () => new DraftUsesRepository(database).listToolIds(asker),
    'groups.listIdsOf': () => new GroupsRepository(database).listIdsOf(asker),
    'groups.listMarksOf': () => new GroupsRepository(database).listMarksOf(asker),
  };
};

const isNothing = (answer: unknown): boolean =>
  answer === null || answer === false || (Array.isArray(answer) && answer.length === 0);

it('gives whoever owns nothing no row of anybody, from every method that is asked for whom (S-04)', async () => {
  for (const [name, ask] of Object.entries(methods(NOBODY))) {
    expect([name, isNothing(await ask())]).toEqual([name, true]);
  }
});

it('would find them for their owner, so that the above says something', async () => {
  const found = Object.entries(methods(OWNER)).filter(([name]) => !name.startsWith('groups'));
  for (const [name, ask] of found) {
    expect([name, isNothing(await ask())]).toEqual([name, false]);
  }
});

it('changes and removes nothing for whoever owns nothing (S-04)', async () => {
  const conversations = new ConversationsRepository(opened.database);
  expect(await conversations.update(NOBODY, ids.conversation, { title: 'Stolen' })).toBe(false);
  expect(await conversations.remove(NOBODY, ids.conversation)).toBe(false);
  const rows = await opened.database.rows(Conversation).find();
  expect(rows.map(({ title }) => title)).toEqual(['Mine']);
  expect(await opened.database.rows(Run).count()).toBe(1);
});
