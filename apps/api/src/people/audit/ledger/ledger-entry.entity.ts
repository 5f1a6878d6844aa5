import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { LedgerKind, StoredCall } from '@/contract/ledger';
import type { PolicyEffect } from '@/contract/policy';

const wholeNumber = { from: Number, to: (value: number) => value };

/** Who did what, when, and how it ended. Rows are never changed; each holds the hash of the one before. */
@Entity()
@Index('ledger_entries_kind_seq_idx', ['kind', 'seq'])
@Index('ledger_entries_actor_id_seq_idx', ['actorId', 'seq'])
@Index('ledger_entries_action_seq_idx', ['action', 'seq'])
@Index('ledger_entries_subject_seq_idx', ['subject', 'seq'])
@Index('ledger_entries_outcome_seq_idx', ['outcome', 'seq'])
@Index('ledger_entries_effect_seq_idx', ['effect', 'seq'])
@Index('ledger_entries_conversation_id_seq_idx', ['conversationId', 'seq'])
@Index('ledger_entries_run_id_seq_idx', ['runId', 'seq'])
@Index('ledger_entries_at_seq_idx', ['at', 'seq'])
export class LedgerEntry {
  /** Grows by one, without gaps. */
  @PrimaryColumn('bigint', { transformer: wholeNumber })
  seq!: number;

  @Column('timestamptz')
  at!: Date;

  @Column('text')
  kind!: LedgerKind;

  /** Null when nobody was signed in, or the server acted by itself. */
  @Column('uuid', { nullable: true })
  actorId!: string | null;

  /** Thing and verb, e.g. `custom_tool.update`. */
  @Column('text')
  action!: string;

  /** Id or name of what it was done to. */
  @Column('text')
  subject!: string;

  @Column('text')
  outcome!: string;

  /** What the policy said of a tool call. */
  @Column('text', { nullable: true })
  effect!: PolicyEffect | null;

  @Column('uuid', { nullable: true })
  conversationId!: string | null;

  @Column('uuid', { nullable: true })
  runId!: string | null;

  /** What else is known of a tool call. */
  @Column('jsonb', { nullable: true })
  call!: StoredCall | null;

  /** JSON text of a tool call, masked and cut. */
  @Column('text', { nullable: true })
  arguments!: string | null;

  /** Never secrets or message texts. */
  @Column('jsonb')
  facts!: object;

  @Column('text')
  previousHash!: string;

  @Column('text')
  hash!: string;
}
