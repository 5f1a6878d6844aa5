import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ToolCallStatus } from '@/contract/tools';
import type { ToolCallRow } from '@/contract/workshop';

const asNumber = {
  to: (value: number | null) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};

/** One call of a tool, as its author needs it to mend the tool. Secrets are masked before they come here. */
@Entity()
@Index(['toolId', 'at'])
@Index(['at'])
export class CustomToolCall {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  toolId!: string;

  /** Of the files it ran with; leads to the version. */
  @Column('text')
  hash!: string;

  @Column('text')
  via!: ToolCallRow['via'];

  @Column('uuid')
  callerId!: string;

  /** As it was then. */
  @Column('text')
  callerName!: string;

  /** Empty for people who are no administrators: what they write is theirs. */
  @Column('text')
  arguments!: string;

  @Column('text')
  status!: ToolCallStatus;

  /** Of the error; null when it went well. */
  @Column('text', { nullable: true })
  code!: string | null;

  @Column('text')
  message!: string;

  @Column('integer')
  elapsedMs!: number;

  @Column('integer')
  queuedMs!: number;

  @Column('bigint', { nullable: true, transformer: asNumber })
  memoryPeakBytes!: number | null;

  @Column('uuid', { nullable: true })
  conversationId!: string | null;

  @Column('uuid', { nullable: true })
  runId!: string | null;

  @Column({ type: 'timestamptz', precision: 3 })
  at!: Date;
}
