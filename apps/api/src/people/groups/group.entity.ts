import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** People who belong together; tools may be opened to them. */
@Entity()
export class Group {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** Tools name it in their files. */
  @Column('text')
  name!: string;

  /** The name as it is compared: two groups never differ in case alone. */
  @Index('groups_name_key_key', { unique: true })
  @Column('text')
  nameKey!: string;

  @Column('text')
  description!: string;

  @Column('timestamptz')
  createdAt!: Date;
}
