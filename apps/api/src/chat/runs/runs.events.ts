import type { RunEvent } from '@/contract/chat';

/** New events of a run, in order, as soon as they exist. */
export class RunEventsAppended {
  constructor(
    readonly conversationId: string,
    readonly events: RunEvent[],
  ) {}
}
