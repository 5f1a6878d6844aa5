import { Column, Entity, Generated, Index, PrimaryGeneratedColumn } from 'typeorm';

/** What was done, committed together with the work, until it has its place in the chain of the ledger (about a second). */
@Entity()
@Index('audit_entries_at_id_idx', ['at', 'id'])
export class AuditEntry {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** Acts of one moment keep their order. */
  @Column('bigint')
  @Generated('increment')
  place!: string;

  @Column('timestamptz')
  at!: Date;

  /** Null when nobody was signed in, or the server acted by itself. */
  @Column('uuid', { nullable: true })
  actorId!: string | null;

  /** Thing and verb, e.g. `custom_tool.update`. */
  @Column('text')
  action!: string;

  /** Id or name of what it was done to. */
  @Column('text')
  subject!: string;

  /** Never secrets, message texts or tool arguments. */
  @Column('jsonb')
  facts!: object;

  @Column('text')
  outcome!: string;
}
