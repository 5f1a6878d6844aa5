import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How the newest run of a version's tests went; kept by the hash, because equal files pass equal tests. */
@Entity()
export class CustomToolTestResult {
  @PrimaryColumn('text')
  toolId!: string;

  @PrimaryColumn('text')
  hash!: string;

  @Column('int')
  passed!: number;

  @Column('int')
  failed!: number;

  @Column({ type: 'timestamptz', precision: 3 })
  at!: Date;
}
