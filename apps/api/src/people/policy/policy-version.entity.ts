import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PolicyDocument } from '@/contract/policy';

/** One state of the policy. Rows are never changed: the newest one is in force. */
@Entity()
export class PolicyVersion {
  /** Grows by one. */
  @PrimaryColumn('integer')
  version!: number;

  @Column('timestamptz')
  at!: Date;

  /** Null when it came with an upgrade. */
  @Column('uuid', { nullable: true })
  byUserId!: string | null;

  @Column('text')
  note!: string;

  /** How many rules it has; a list of versions does not read documents. */
  @Column('integer')
  rules!: number;

  @Column('jsonb')
  document!: PolicyDocument;
}
