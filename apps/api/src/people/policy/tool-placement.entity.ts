import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A tool that was moved out of its home category. */
@Entity()
export class ToolPlacement {
  @PrimaryColumn('text')
  tool!: string;

  @Column('text')
  category!: string;

  @Column('uuid')
  placedBy!: string;

  @Column('timestamptz')
  placedAt!: Date;
}
