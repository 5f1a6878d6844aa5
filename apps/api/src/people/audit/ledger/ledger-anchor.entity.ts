import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Everything up to here was removed because it was old enough; the chain goes on from this hash. */
@Entity()
export class LedgerAnchor {
  @PrimaryColumn('bigint', { transformer: { from: Number, to: (value: number) => value } })
  seq!: number;

  @Column('text')
  hash!: string;

  @Column('timestamptz')
  at!: Date;
}
