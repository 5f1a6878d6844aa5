import { randomUUID } from 'node:crypto';
import type { Caller } from '@/foundation/http/caller';
import { AuditService } from '@/people/audit/audit.service';
import { GroupsRepository } from '@/people/groups/groups.repository';
import { GroupsService } from '@/people/groups/groups.service';
import { PeopleApp } from '../../support/people-app';

let app: PeopleApp;
let groups: GroupsService;
beforeAll(async () => {
  app = await PeopleApp.start();
  groups = app.get(GroupsService);
});
afterAll(() => app.close());
beforeEach(() => app.empty());

const namesOf = async (caller: Caller): Promise<string[]> =>
  (await groups.groupsOf(caller)).map(({ name }) => name);

const RESEARCH = { name: 'Research', description: 'Reads all day.' };

it('are made, filled, renamed and removed, and the audit says by whom', async () => {
  const { caller } = await app.guest('admin');
  const [ann, bob] = [await app.guest('user'), await app.guest('user')];
  const { id } = await groups.create(caller, RESEARCH);
  await groups.setMembers(caller, id, [ann.user.id, bob.user.id, ann.user.id]);
  const renamed = await groups.update(caller, id, { name: 'Science' });
  expect(renamed).toMatchObject({ name: 'Science', description: 'Reads all day.', members: 2 });
  expect(renamed.people.map((person) => person.id).sort()).toEqual(
    [ann.user.id, bob.user.id].sort(),
  );
  await groups.setMembers(caller, id, [bob.user.id]);
  expect(await groups.list()).toMatchObject([{ id, name: 'Science', members: 1 }]);
  await groups.remove(caller, id);
  expect(await groups.list()).toEqual([]);
  await expect(groups.get(id)).rejects.toMatchObject({ code: 'not_found' });
  const deeds = (await app.get(AuditService).listNewest()).map(({ action }) => action);
  expect(deeds.sort()).toEqual([
    'group.create',
    'group.members',
    'group.members',
    'group.remove',
    'group.update',
  ]);
});

it('hold somebody from the moment of the change on, under the name of that moment', async () => {
  const { caller } = await app.guest('admin');
  const ann = await app.guest('user');
  expect(await namesOf(ann.caller)).toEqual([]);
  const { id } = await groups.create(caller, RESEARCH);
  await groups.setMembers(caller, id, [ann.user.id]);
  expect(await namesOf(ann.caller)).toEqual(['Research']);
  await groups.update(caller, id, { name: 'Science' });
  expect(await namesOf(ann.caller)).toEqual(['Science']);
  await groups.setMembers(caller, id, []);
  expect(await namesOf(ann.caller)).toEqual([]);
  await groups.setMembers(caller, id, [ann.user.id]);
  await groups.remove(caller, id);
  expect(await namesOf(ann.caller)).toEqual([]);
});

it('never share a name, whatever its case, and may change the case of their own', async () => {
  const { caller } = await app.guest('admin');
  const { id } = await groups.create(caller, RESEARCH);
  const other = await groups.create(caller, { name: 'Support', description: '' });
  const taken = { code: 'group_name_taken' };
  await expect(groups.create(caller, { name: 'RESEARCH', description: '' })).rejects.toMatchObject(
    taken,
  );
  await expect(groups.update(caller, other.id, { name: 'research' })).rejects.toMatchObject(taken);
  expect(await groups.update(caller, id, { name: 'RESEARCH' })).toMatchObject({ name: 'RESEARCH' });
});

it('hold accounts only, and a wrong list changes nothing', async () => {
  const { caller, user } = await app.guest('admin');
  const { id } = await groups.create(caller, RESEARCH);
  await groups.setMembers(caller, id, [user.id]);
  await expect(groups.setMembers(caller, id, [randomUUID()])).rejects.toMatchObject({
    code: 'group_member_unknown',
  });
  expect((await groups.get(id)).people.map((person) => person.id)).toEqual([user.id]);
});

it('touch no row without an id (S-06)', async () => {
  const rows = app.get(GroupsRepository);
  for (const nothing of [undefined, null, '', NaN, [], {}] as never[]) {
    for (const ask of [
      () => rows.findById(nothing),
      () => rows.listMemberIds(nothing),
      () => rows.listMarksOf(nothing),
      () => rows.update(nothing, { description: 'x' }),
      () => rows.replaceMembers(nothing, []),
      () => rows.remove(nothing),
    ]) {
      await expect((async () => ask())()).rejects.toMatchObject({ code: 'not_found' });
    }
  }
});
