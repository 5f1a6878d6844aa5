import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What was too large or too colourful for a conversation. It lives as long as the conversation does. */
@Entity()
@Index(['conversationId'])
@Index(['createdAt'])
export class ResultFile {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  ownerId!: string;

  /** Null for tries outside of a conversation; those are kept for a day. */
  @Column('uuid', { nullable: true })
  conversationId!: string | null;

  @Column('text')
  name!: string;

  @Column('text')
  mediaType!: string;

  @Column('bytea')
  content!: Buffer;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
