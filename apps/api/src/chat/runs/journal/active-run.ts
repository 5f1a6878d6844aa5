import type { EventBus } from '@/foundation/events/event-bus';
import type { Caller } from '@/foundation/http/caller';
import type { Run } from '../run.entity';
import { RunEventsAppended } from '../runs.events';
import type { AnswerDraft } from './answer-draft';
import { RunLog } from './run-log';

/** A run this server is working on. */
export interface ActiveRun {
  id: string;
  conversationId: string;
  caller: Caller;
  row: Run;
  log: RunLog;
  abort: AbortController;
  /** Settles when the run is over and stored. */
  done: Promise<void>;
}

/** `lastSeq`: number of the newest event of the conversation. `draft`: what the run answered before, if it goes on. */
export function activeRun(
  caller: Caller,
  row: Run,
  { lastSeq, events, draft }: { lastSeq: number; events: EventBus; draft?: AnswerDraft },
): ActiveRun {
  const publish = (appended: RunEventsAppended['events']) =>
    events.publish(new RunEventsAppended(row.conversationId, appended));
  return {
    id: row.id,
    conversationId: row.conversationId,
    caller,
    row,
    log: new RunLog(row.id, lastSeq + 1, publish, draft),
    abort: new AbortController(),
    done: Promise.resolve(),
  };
}
