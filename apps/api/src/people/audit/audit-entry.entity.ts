import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Who did what, when, and how it ended. Rows are never changed. */
@Entity()
@Index('audit_entries_at_id_idx', ['at', 'id'])
export class AuditEntry {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

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
