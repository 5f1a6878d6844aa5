import { Injectable } from '@nestjs/common';
import type { GroupRow, GroupView } from '@/contract/people';
import { Clock } from '@/foundation/clock/clock';
import { Database } from '@/foundation/database/database';
import { NotFound } from '@/foundation/errors/input.errors';
import type { Caller } from '@/foundation/http/caller';
import { AuditService } from '@/people/audit/audit.service';
import { UsersService } from '@/people/users/users.service';
import type { Group } from './group.entity';
import { GroupMemberUnknown, GroupNameTaken } from './groups.errors';
import { GroupsRepository, type GroupMark } from './groups.repository';

export interface GroupFields {
  name: string;
  description: string;
}

/** Who belongs together. Tools name groups in their `audience`. */
@Injectable()
export class GroupsService {
  constructor(
    private readonly groups: GroupsRepository,
    private readonly users: UsersService,
    private readonly audit: AuditService,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The caller's groups as they are now. */
  groupsOf(caller: Caller): Promise<readonly GroupMark[]> {
    return this.groups.listMarksOf(caller.userId);
  }

  /** The groups of every person who is in any. */
  groupsOfAll(): Promise<ReadonlyMap<string, readonly GroupMark[]>> {
    return this.groups.listAllMarks();
  }

  /** Null for one that is gone. */
  async findName(groupId: string): Promise<string | null> {
    return (await this.groups.findById(groupId))?.name ?? null;
  }

  memberIdsOf(groupId: string): Promise<string[]> {
    return this.groups.listMemberIds(groupId);
  }

  idsOf(caller: Caller): Promise<string[]> {
    return this.groups.listIdsOf(caller.userId);
  }

  async list(): Promise<GroupRow[]> {
    return (await this.groups.listByName()).map((group) => toRow(group, group.members));
  }

  async get(groupId: string): Promise<GroupView> {
    const group = await this.getGroup(groupId);
    const [ids, users] = await Promise.all([this.groups.listMemberIds(groupId), this.users.list()]);
    const members = new Set(ids);
    const people = users
      .filter(({ id }) => members.has(id))
      .map(({ id, name, email, role }) => ({ id, name, email, role }));
    return { ...toRow(group, people.length), people };
  }

  async create(caller: Caller, { name, description }: GroupFields): Promise<GroupView> {
    const createdAt = this.clock.now();
    const group = await this.groups.create({ name, nameKey: keyOf(name), description, createdAt });
    if (!group) throw new GroupNameTaken(name);
    await this.record(caller, 'create', group.id, { name });
    return this.get(group.id);
  }

  /** A tool names a group by its name: after a change of it, the tool is closed to these people until it says the new one. */
  async update(
    caller: Caller,
    groupId: string,
    { name, description }: Partial<GroupFields>,
  ): Promise<GroupView> {
    await this.getGroup(groupId);
    const change = {
      ...(name !== undefined && { name, nameKey: keyOf(name) }),
      ...(description !== undefined && { description }),
    };
    const isDone = await this.database.inTransaction(() => this.groups.update(groupId, change));
    if (!isDone) throw new GroupNameTaken(name ?? '');
    await this.record(caller, 'update', groupId, { name, description });
    return this.get(groupId);
  }

  async setMembers(
    caller: Caller,
    groupId: string,
    userIds: readonly string[],
  ): Promise<GroupView> {
    await this.getGroup(groupId);
    const wanted = [...new Set(userIds)];
    const known = new Set((await this.users.list()).map(({ id }) => id));
    if (!wanted.every((id) => known.has(id))) throw new GroupMemberUnknown();
    const before = await this.database.inTransaction(() =>
      this.groups.replaceMembers(groupId, wanted),
    );
    await this.record(caller, 'members', groupId, {
      added: wanted.filter((id) => !before.includes(id)),
      removed: before.filter((id) => !wanted.includes(id)),
    });
    return this.get(groupId);
  }

  async remove(caller: Caller, groupId: string): Promise<void> {
    const { name } = await this.getGroup(groupId);
    await this.database.inTransaction(() => this.groups.remove(groupId));
    await this.record(caller, 'remove', groupId, { name });
  }

  private async getGroup(groupId: string): Promise<Group> {
    const group = await this.groups.findById(groupId);
    if (!group) throw new NotFound();
    return group;
  }

  private record(caller: Caller, verb: string, groupId: string, facts: Record<string, unknown>) {
    return this.audit.record(caller, { action: `group.${verb}`, subject: groupId, facts });
  }
}

const keyOf = (name: string): string => name.normalize('NFKC').toLowerCase();

const toRow = ({ id, name, description, createdAt }: Group, members: number): GroupRow => ({
  id,
  name,
  description,
  members,
  createdAt: createdAt.toISOString(),
});
