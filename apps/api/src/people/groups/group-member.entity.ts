import { Entity, Index, PrimaryColumn } from 'typeorm';

/** A person in a group. */
@Entity()
@Index('group_members_user_id_idx', ['userId'])
export class GroupMember {
  @PrimaryColumn('uuid')
  groupId!: string;

  @PrimaryColumn('uuid')
  userId!: string;
}
