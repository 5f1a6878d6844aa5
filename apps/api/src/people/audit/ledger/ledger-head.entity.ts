import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The end of the chain, one row: who writes locks it, and a row that is cut off at the end is missed. */
@Entity()
export class LedgerHead {
  @PrimaryColumn('smallint')
  id!: number;

  @Column('bigint', { transformer: { from: Number, to: (value: number) => value } })
  seq!: number;

  @Column('text')
  hash!: string;
}
