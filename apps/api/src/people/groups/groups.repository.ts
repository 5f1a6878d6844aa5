import { Injectable } from '@nestjs/common';
import { BriefMemory } from '@/foundation/database/brief-memory';
import { Database } from '@/foundation/database/database';
import { requireId } from '@/foundation/errors/require-id';
import { GroupMember } from './group-member.entity';
import { Group } from './group.entity';

export type CountedGroup = Group & { members: number };

/** What a decision needs to know of a group. */
export type GroupMark = Pick<Group, 'id' | 'name'>;

@Injectable()
export class GroupsRepository {
  /** Asked at every call of a tool. */
  private readonly marks = new BriefMemory((userId: string) => this.readMarksOf(userId));

  constructor(private readonly database: Database) {}

  listByName(): Promise<CountedGroup[]> {
    return this.database.query<CountedGroup>(
      `SELECT id, name, name_key AS "nameKey", description, created_at AS "createdAt",
              (SELECT count(*)::int FROM group_members WHERE group_id = id) AS "members"
         FROM groups ORDER BY name_key`,
    );
  }

  async findById(groupId: string): Promise<Group | null> {
    return this.database.rows(Group).findOneBy({ id: requireId(groupId) });
  }

  async listMemberIds(groupId: string): Promise<string[]> {
    const members = await this.database.rows(GroupMember).findBy({ groupId: requireId(groupId) });
    return members.map(({ userId }) => userId);
  }

  async listIdsOf(userId: string): Promise<string[]> {
    const members = await this.database.rows(GroupMember).findBy({ userId: requireId(userId) });
    return members.map(({ groupId }) => groupId);
  }

  /** The groups somebody belongs to. */
  async listMarksOf(userId: string): Promise<readonly GroupMark[]> {
    return this.marks.get(requireId(userId));
  }

  /** Every membership there is: person → groups. */
  async listAllMarks(): Promise<Map<string, GroupMark[]>> {
    const rows = await this.database.query<GroupMark & { userId: string }>(
      `SELECT user_id AS "userId", id, name FROM groups JOIN group_members ON group_id = id
        ORDER BY name_key`,
    );
    const marks = new Map<string, GroupMark[]>();
    for (const { userId, ...mark } of rows) marks.set(userId, [...(marks.get(userId) ?? []), mark]);
    return marks;
  }

  /** Null when the name is taken; the unique index decides, not a look beforehand. */
  async create(group: Omit<Group, 'id'>): Promise<Group | null> {
    const { raw } = await this.database
      .rows(Group)
      .createQueryBuilder()
      .insert()
      .values(group)
      .orIgnore()
      .returning('id')
      .execute();
    const [row] = raw as { id: string }[];
    return row ? { ...group, id: row.id } : null;
  }

  /** False when the new name is another group's. */
  async update(groupId: string, change: Partial<Omit<Group, 'id'>>): Promise<boolean> {
    const id = requireId(groupId);
    const { nameKey } = change;
    if (nameKey !== undefined) {
      const other = await this.database.rows(Group).findOneBy({ nameKey });
      if (other && other.id !== id) return false;
    }
    if (Object.keys(change).length > 0) await this.database.rows(Group).update({ id }, change);
    await this.forgetMembers(id);
    return true;
  }

  /** Returns who was in it before. */
  async replaceMembers(groupId: string, userIds: readonly string[]): Promise<string[]> {
    const id = requireId(groupId);
    const before = await this.listMemberIds(id);
    await this.database.rows(GroupMember).delete({ groupId: id });
    const members = userIds.map((userId) => ({ groupId: id, userId: requireId(userId) }));
    if (members.length > 0) await this.database.rows(GroupMember).insert(members);
    for (const userId of [...before, ...userIds]) this.marks.forget(userId);
    return before;
  }

  async remove(groupId: string): Promise<void> {
    const id = requireId(groupId);
    await this.forgetMembers(id);
    await this.database.rows(GroupMember).delete({ groupId: id });
    await this.database.rows(Group).delete({ id });
  }

  private async forgetMembers(groupId: string): Promise<void> {
    for (const userId of await this.listMemberIds(groupId)) this.marks.forget(userId);
  }

  private readMarksOf(userId: string): Promise<GroupMark[]> {
    return this.database.query<GroupMark>(
      `SELECT id, name FROM groups JOIN group_members ON group_id = id WHERE user_id = $1 ORDER BY name_key`,
      [userId],
    );
  }
}
