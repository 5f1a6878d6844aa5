import { Injectable } from '@nestjs/common';
import { Database } from '@/foundation/database/database';
import { Conversation } from './conversation.entity';
import { Message } from './message.entity';

export interface PagePosition {
  updatedAt: Date;
  id: string;
}

/** A message without its relation. */
export type MessageRow = Omit<Message, 'conversation'>;

@Injectable()
export class ConversationsRepository {
  constructor(private readonly database: Database) {}

  findOwned(ownerId: string, id: string): Promise<Conversation | null> {
    return this.database.rows(Conversation).findOneBy({ id, ownerId });
  }

  /** Newest first; `search` matches anywhere in the title, as typed. */
  findPage(
    ownerId: string,
    { search, after, limit }: { search: string; after: PagePosition | null; limit: number },
  ): Promise<Conversation[]> {
    const query = this.database
      .rows(Conversation)
      .createQueryBuilder('c')
      .where('c.ownerId = :ownerId', { ownerId })
      .orderBy('c.updatedAt', 'DESC')
      .addOrderBy('c.id', 'DESC')
      .limit(limit);
    if (search) query.andWhere('position(lower(:search) in lower(c.title)) > 0', { search });
    if (after) query.andWhere('(c.updatedAt, c.id) < (:updatedAt, :id)', { ...after });
    return query.getMany();
  }

  async insert(row: Conversation): Promise<void> {
    await this.database.rows(Conversation).insert(row);
  }

  async update(ownerId: string, id: string, change: Partial<Conversation>): Promise<boolean> {
    const { affected } = await this.database.rows(Conversation).update({ id, ownerId }, change);
    return affected === 1;
  }

  async remove(ownerId: string, id: string): Promise<boolean> {
    const { affected } = await this.database.rows(Conversation).delete({ id, ownerId });
    return affected === 1;
  }

  findMessages(conversationId: string): Promise<Message[]> {
    return this.database
      .rows(Message)
      .find({ where: { conversationId }, order: { position: 'ASC' } });
  }

  async findLastPosition(conversationId: string): Promise<number> {
    return (await this.database.rows(Message).maximum('position', { conversationId })) ?? 0;
  }

  async insertMessage(row: MessageRow): Promise<void> {
    await this.database.rows(Message).insert(row);
  }
}
