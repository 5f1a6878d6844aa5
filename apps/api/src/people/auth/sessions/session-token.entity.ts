import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Session } from './session.entity';

/** Every token a session had: the replaced ones stay, because their return means that somebody copied one (S-18). */
@Entity()
export class SessionToken {
  /** SHA-256; the token itself is only in the browser (S-16). */
  @PrimaryColumn('text')
  hash!: string;

  @Index('session_tokens_session_id_idx')
  @Column('uuid')
  sessionId!: string;

  @ManyToOne(() => Session, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'session_tokens_session_id_fkey' })
  session!: Relation<Session>;

  @Column('timestamptz')
  issuedAt!: Date;

  @Column('timestamptz', { nullable: true })
  replacedAt!: Date | null;
}
