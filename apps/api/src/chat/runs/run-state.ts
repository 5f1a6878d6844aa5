import type { RunStatus } from '@/contract/chat';

/** Where a run may go from each state. Whatever has ended stays ended. */
const NEXT: Record<RunStatus, readonly RunStatus[]> = {
  running: ['completed', 'stopped', 'failed', 'interrupted'],
  completed: [],
  stopped: [],
  failed: [],
  interrupted: [],
};

export type EndedStatus = Exclude<RunStatus, 'running'>;

export const canBecome = (from: RunStatus, to: RunStatus): boolean => NEXT[from].includes(to);

/** Whether going on makes sense after this end: always but when the answer is complete. */
export const canContinueAfter = (status: EndedStatus, hitStepLimit: boolean): boolean =>
  status !== 'completed' || hitStepLimit;
