import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** One login on one device. */
@Entity()
export class Session {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Index('sessions_user_id_idx')
  @Column('uuid')
  userId!: string;

  /** E.g. `Firefox · Linux`; empty when unknown. */
  @Column('text')
  device!: string;

  @Column('text')
  address!: string;

  @Column('timestamptz')
  createdAt!: Date;

  @Index('sessions_last_used_at_idx')
  @Column('timestamptz')
  lastUsedAt!: Date;
}
