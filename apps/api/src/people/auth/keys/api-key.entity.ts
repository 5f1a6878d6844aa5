import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { ApiKeyScope } from '@/contract/people';

/** A person's own key for programs. Only its hash is kept, so a dump of this table lets nobody in (S-16). */
@Entity()
export class ApiKey {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Index('api_keys_user_id_idx')
  @Column('uuid')
  userId!: string;

  @Column('text')
  name!: string;

  @Index('api_keys_hash_key', { unique: true })
  @Column('text')
  hash!: string;

  @Column('text')
  hint!: string;

  @Column('text', { array: true })
  scopes!: ApiKeyScope[];

  @Column('timestamptz')
  createdAt!: Date;

  @Index('api_keys_expires_at_idx')
  @Column('timestamptz')
  expiresAt!: Date;

  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;
}
