import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ResultFile as ResultFileView } from '@/contract/tools';
import { Clock } from '@/foundation/clock/clock';
import type { Caller } from '@/foundation/http/caller';
import { Log } from '@/foundation/logging/log';
import type { ResultFile } from './result-file.entity';
import { ResultFileNotFound } from './result-files.errors';
import { ResultFilesRepository } from './result-files.repository';

const TRY_KEPT_MS = 24 * 60 * 60 * 1000;

export interface NewResultFile {
  name: string;
  mediaType: string;
  content: Buffer;
  conversationId: string | null;
}

/** Files that tools hand to people beside their text. A link in the conversation leads to each, for its owner only. */
@Injectable()
export class ResultFiles {
  constructor(
    private readonly files: ResultFilesRepository,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async save(caller: Caller, file: NewResultFile): Promise<ResultFileView> {
    const createdAt = this.clock.now();
    const row = { ...file, id: randomUUID(), ownerId: caller.userId, createdAt };
    await this.files.insert(row);
    if (file.conversationId === null) this.forgetOldTries(createdAt);
    const { id, name, mediaType, content } = row;
    return { id, name, mediaType, bytes: content.length };
  }

  async get(caller: Caller, id: string): Promise<ResultFile> {
    const file = await this.files.findOwned(caller.userId, id);
    if (!file) throw new ResultFileNotFound();
    return file;
  }

  removeOfConversation(conversationId: string): Promise<void> {
    return this.files.removeOfConversation(conversationId);
  }

  /** Whoever tries tools also pays for the tidying; nobody waits for it. */
  private forgetOldTries(now: Date): void {
    this.files
      .removeTriesBefore(new Date(now.getTime() - TRY_KEPT_MS))
      .catch((thrown: unknown) => this.log.error(thrown, 'removing old result files'));
  }
}
