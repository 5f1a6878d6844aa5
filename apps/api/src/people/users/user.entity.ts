import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Locale } from '@/contract/errors';
import type { Role } from '@/contract/people';

/** A person. Without a password hash they were invited and have not come yet. */
@Entity()
export class User {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** Always lower case, so that the unique index means one account per address. */
  @Index('users_email_key', { unique: true })
  @Column('text')
  email!: string;

  @Column('text')
  name!: string;

  @Column('text')
  role!: Role;

  @Column('text', { nullable: true })
  locale!: Locale | null;

  @Column('text', { nullable: true })
  passwordHash!: string | null;

  @Column('timestamptz', { nullable: true })
  disabledAt!: Date | null;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  lastSeenAt!: Date | null;
}
