import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { ProviderKind } from '@/contract/models';

@Entity()
export class Provider {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  kind!: ProviderKind;

  @Column('text')
  baseUrl!: string;

  /** Only SecretBox can read it. */
  @Column('text', { nullable: true })
  sealedKey!: string | null;

  @Column('jsonb', { default: [] })
  models!: string[];

  @Column('boolean', { default: true })
  enabled!: boolean;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
