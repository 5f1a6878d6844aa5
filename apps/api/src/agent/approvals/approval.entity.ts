import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ApprovalAnswerKind, ApprovalStatus } from '@/contract/approvals';
import type { Locale } from '@/contract/errors';

/** One question whether a call may run. Only what is pending changes, once; a yes is used once. */
@Entity()
@Index('approvals_run_id_call_id_idx', ['runId', 'callId'])
@Index('approvals_owner_id_requested_at_idx', ['ownerId', 'requestedAt'])
@Index('approvals_approver_group_id_requested_at_idx', ['approverGroupId', 'requestedAt'])
@Index('approvals_conversation_id_tool_idx', ['conversationId', 'tool'])
export class Approval {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  conversationId!: string;

  @Column('uuid')
  runId!: string;

  @Column('text')
  callId!: string;

  /** Who asks. */
  @Column('uuid')
  ownerId!: string;

  /** The owner's language, for who goes on with the run when no browser is there. */
  @Column('text')
  locale!: Locale;

  @Column('text')
  tool!: string;

  @Column('text', { nullable: true })
  icon!: string | null;

  @Column('text')
  arguments!: string;

  /** Note of the rule that asks; empty when it has none, or no rule asks. */
  @Column('text')
  reason!: string;

  /** SHA-256 over everything a yes is for. */
  @Column('text')
  fingerprint!: string;

  /** The same without the arguments: what a yes for the whole conversation is for. */
  @Column('text')
  kindFingerprint!: string;

  @Column('uuid', { nullable: true })
  approverGroupId!: string | null;

  @Column('boolean')
  canAllowForConversation!: boolean;

  @Column('text')
  status!: ApprovalStatus;

  @Column('text', { nullable: true })
  answer!: ApprovalAnswerKind | null;

  @Column({ type: 'timestamptz', precision: 3 })
  requestedAt!: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  decidedAt!: Date | null;

  @Column('uuid', { nullable: true })
  decidedBy!: string | null;

  /** From who denied, for the model. */
  @Column('text')
  note!: string;

  @Column('text', { nullable: true })
  editedArguments!: string | null;

  /** When the call it is for began; a yes never serves twice. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  usedAt!: Date | null;
}
