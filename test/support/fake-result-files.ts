import { randomUUID } from 'node:crypto';
import type { ResultFile } from '@/contract/tools';
import type { Caller } from '@/foundation/http/caller';
import { ResultFiles, type NewResultFile } from '@/tools/result-files/result-files.service';

/** Keeps files in memory. */
export class FakeResultFiles extends ResultFiles {
  readonly saved: NewResultFile[] = [];

  constructor() {
    super(undefined as never, undefined as never, undefined as never);
  }

  override save(_: Caller, file: NewResultFile): Promise<ResultFile> {
    this.saved.push(file);
    const { name, mediaType, content } = file;
    return Promise.resolve({ id: randomUUID(), name, mediaType, bytes: content.length });
  }
}
