import { Injectable } from '@nestjs/common';
import { IsNull, LessThan } from 'typeorm';
import { Database } from '@/foundation/database/database';
import { requireId } from '@/foundation/errors/require-id';
import { ResultFile } from './result-file.entity';

@Injectable()
export class ResultFilesRepository {
  constructor(private readonly database: Database) {}

  async insert(file: ResultFile): Promise<void> {
    await this.database.rows(ResultFile).insert(file);
  }

  findOwned(ownerId: string, id: string): Promise<ResultFile | null> {
    return this.database.rows(ResultFile).findOneBy({ id: requireId(id), ownerId });
  }

  async removeOfConversation(conversationId: string): Promise<void> {
    await this.database.rows(ResultFile).delete({ conversationId: requireId(conversationId) });
  }

  async removeTriesBefore(time: Date): Promise<void> {
    await this.database
      .rows(ResultFile)
      .delete({ conversationId: IsNull(), createdAt: LessThan(time) });
  }
}
