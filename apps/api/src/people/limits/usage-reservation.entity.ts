import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What one request to a provider may use at most, from before it is sent until its usage is known. */
@Entity()
export class UsageReservation {
  @PrimaryColumn('uuid')
  id!: string;

  @Index('usage_reservations_user_id_idx')
  @Column('uuid')
  userId!: string;

  @Column('text')
  model!: string;

  @Column('double precision')
  tokens!: number;

  @Column('double precision')
  cost!: number;

  /** Of a server that died in between. */
  @Column('timestamptz')
  expiresAt!: Date;
}
