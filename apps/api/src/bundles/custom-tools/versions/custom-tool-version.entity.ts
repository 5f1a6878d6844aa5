import { Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { ToolFileTexts, VersionSource } from '@/contract/workshop';

/** One saved state of a tool's files. Written once; only the two dates at the end are set later. */
@Entity()
@Unique(['toolId', 'number'])
export class CustomToolVersion {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('text')
  toolId!: string;

  /** 1, 2, 3 … per tool. */
  @Column('int')
  number!: number;

  /** Of type json and not jsonb, which keeps no U+0000. */
  @Column('json')
  files!: ToolFileTexts;

  /** As `folderHash` counts, so that a folder finds its version. */
  @Column('text')
  hash!: string;

  @Column('text')
  source!: VersionSource;

  /** Null: made on the disk by nobody we know. */
  @Column('uuid', { nullable: true })
  authorId!: string | null;

  /** As it was then: the history stays readable when the account is renamed. */
  @Column('text', { nullable: true })
  authorName!: string | null;

  @Column('text')
  note!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  /** When the files were last put into the folder. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  publishedAt!: Date | null;

  /** Set with the tool's removal; what was only a draft is then no longer offered as one. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  removedAt!: Date | null;
}
