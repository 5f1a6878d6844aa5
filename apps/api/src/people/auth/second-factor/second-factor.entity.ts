import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The authenticator app of one person. */
@Entity()
export class SecondFactor {
  @PrimaryColumn('uuid')
  userId!: string;

  /** Only SecretBox can read it; the person's id is sealed with it. */
  @Column('text')
  sealedSecret!: string;

  /** Null until the person proved that their app has the secret; then a login asks for codes. */
  @Column('timestamptz', { nullable: true })
  confirmedAt!: Date | null;

  /** Time step of the last code taken: no code works twice (S-16). */
  @Column('integer')
  lastStep!: number;
}
