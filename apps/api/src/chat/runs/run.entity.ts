import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import type { RunStatus, RunTrigger } from '@/contract/chat';
import type { ErrorBody } from '@/contract/errors';

/** One answer in the making, or made. */
@Entity()
@Unique(['ownerId', 'clientRequestId'])
@Index(['conversationId', 'startedAt'])
@Index('runs_one_open_per_conversation', ['conversationId'], {
  unique: true,
  where: `status IN ('running', 'waiting')`,
})
export class Run {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  conversationId!: string;

  @Column('uuid')
  ownerId!: string;

  /** Chosen by the browser; a repeated command finds the run it already started. */
  @Column('text')
  clientRequestId!: string;

  @Column('text')
  trigger!: RunTrigger;

  @Column('text')
  status!: RunStatus;

  @Column('text', { nullable: true })
  modelId!: string | null;

  @Column('uuid')
  assistantMessageId!: string;

  @Column('jsonb', { nullable: true })
  error!: ErrorBody | null;

  @Column('boolean', { default: false })
  canContinue!: boolean;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  startedAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  endedAt!: Date | null;

  /** Renewed while a server works on the run; a stale one belongs to a server that died. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  heartbeatAt!: Date;
}
