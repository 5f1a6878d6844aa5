import type { RunStatus } from '@/contract/chat';

/** Whatever has ended stays ended: the repository ends only what is running. */
export type EndedStatus = Exclude<RunStatus, 'running' | 'waiting'>;

/** Whether going on makes sense after this end: always but when the answer is complete. */
export const canContinueAfter = (status: EndedStatus, hitStepLimit: boolean): boolean =>
  status !== 'completed' || hitStepLimit;
