import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

export type InvitationKind = 'setup' | 'invite' | 'reset';

/** A one-time link. Only the hash of its token is kept, so a dump of this table lets nobody in (S-16). */
@Entity()
export class Invitation {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('text')
  kind!: InvitationKind;

  @Index('invitations_token_hash_key', { unique: true })
  @Column('text')
  tokenHash!: string;

  /** Null for `setup`: the person does not exist yet. */
  @Index('invitations_user_id_idx')
  @Column('uuid', { nullable: true })
  userId!: string | null;

  @Column('timestamptz')
  expiresAt!: Date;

  @Column('timestamptz', { nullable: true })
  usedAt!: Date | null;
}
