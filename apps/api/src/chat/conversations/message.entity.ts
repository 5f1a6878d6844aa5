import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
  Unique,
} from 'typeorm';
import type { MessagePart } from '@/contract/chat';
import { Conversation } from './conversation.entity';

@Entity()
@Unique(['conversationId', 'position'])
export class Message {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  conversationId!: string;

  @ManyToOne(() => Conversation, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'conversation_id' })
  conversation!: Relation<Conversation>;

  /** 1, 2, 3 … within the conversation. */
  @Column('int')
  position!: number;

  @Column('text')
  role!: 'user' | 'assistant';

  @Column('uuid')
  runId!: string;

  @Column('jsonb')
  parts!: MessagePart[];

  /** What a model is told besides a question's text, fixed when the question was asked (C-002). */
  @Column('text', { nullable: true })
  context!: string | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;
}
