import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity()
@Index(['ownerId', 'updatedAt', 'id'])
export class Conversation {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  ownerId!: string;

  @Column('text')
  title!: string;

  @Column('text', { nullable: true })
  modelId!: string | null;

  /** True while a run is in the making; kept by chat/runs. */
  @Column('boolean', { default: false })
  isRunning!: boolean;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  /** When something was last said; the list is sorted by it. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt!: Date;
}
