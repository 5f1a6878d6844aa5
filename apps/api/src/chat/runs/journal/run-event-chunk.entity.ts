import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { RunEvent } from '@/contract/chat';

/** Some consecutive events of a run in one row: a row per token would be what limits the server. */
@Entity()
@Index(['runId'])
export class RunEventChunk {
  @PrimaryColumn('uuid')
  conversationId!: string;

  @PrimaryColumn('int')
  firstSeq!: number;

  @Column('int')
  lastSeq!: number;

  @Column('uuid')
  runId!: string;

  @Column('jsonb')
  events!: RunEvent[];
}
