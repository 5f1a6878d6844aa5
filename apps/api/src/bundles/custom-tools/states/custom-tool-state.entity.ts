import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Audience } from '@/contract/workshop';

/** What administrators decided about a tool beside its files; a tool without a row stands as it was born. */
@Entity()
export class CustomToolState {
  @PrimaryColumn('text')
  toolId!: string;

  @Column('boolean', { default: false })
  isPaused!: boolean;

  /** Failures in a row that paused it; null when an administrator did. */
  @Column('integer', { nullable: true })
  pausedAfterFailures!: number | null;

  @Column('integer', { nullable: true })
  autoPauseAfter!: number | null;

  /** Failures before this moment are forgiven. */
  @Column('timestamptz', { nullable: true })
  failuresCountFrom!: Date | null;

  @Column('jsonb', { default: () => `'"admins"'` })
  openedTo!: Audience;
}
