import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** One step of a model or one call of a tool. */
@Entity()
@Index('usage_entries_user_id_at_idx', ['userId', 'at'])
export class UsageEntry {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('timestamptz')
  at!: Date;

  @Column('uuid')
  userId!: string;

  @Column('uuid', { nullable: true })
  conversationId!: string | null;

  @Column('uuid', { nullable: true })
  runId!: string | null;

  @Column('text', { nullable: true })
  model!: string | null;

  @Column('text', { nullable: true })
  tool!: string | null;

  @Column('integer', { default: 0 })
  inputTokens!: number;

  @Column('integer', { default: 0 })
  outputTokens!: number;

  @Column('integer', { default: 0 })
  cachedTokens!: number;

  /** By the price table of that moment. */
  @Column('double precision', { default: 0 })
  cost!: number;

  @Column('integer', { default: 1 })
  calls!: number;

  @Column('integer', { default: 0 })
  durationMs!: number;
}
