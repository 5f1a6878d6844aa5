import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** For who lost the app. Gone once used; only the hash of its 80 random bits is kept. */
@Entity()
export class RecoveryCode {
  @PrimaryColumn('text')
  hash!: string;

  @Index('recovery_codes_user_id_idx')
  @Column('uuid')
  userId!: string;
}
