import type { ConversationRow } from '@/contract/chat';

/** Made, renamed, started or finished; `row` is null once it is removed. */
export class ConversationChanged {
  constructor(
    readonly ownerId: string,
    readonly conversationId: string,
    readonly row: ConversationRow | null,
  ) {}
}
