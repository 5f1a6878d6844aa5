import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Between password and code. One per person, so that guesses cannot be spread over many. Good for nothing else (S-16). */
@Entity()
export class LoginTicket {
  @PrimaryColumn('uuid')
  userId!: string;

  @Index('login_tickets_hash_key', { unique: true })
  @Column('text')
  hash!: string;

  @Column('integer')
  tries!: number;

  @Column('timestamptz')
  expiresAt!: Date;
}
