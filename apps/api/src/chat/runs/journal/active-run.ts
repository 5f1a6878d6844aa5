import type { Caller } from '@/foundation/http/caller';
import type { RunLog } from './run-log';
import type { Run } from '../run.entity';

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
