import type { ToolState, WorkshopTool } from '@contract/workshop';

export type ToolStanding = 'invalid' | 'paused' | 'draft' | 'published';

/** How a tool stands, the most pressing first. */
export function standingOf({ tool, published, state }: WorkshopTool): ToolStanding {
  if (tool.invalid && published) return 'invalid';
  if (state.isPaused) return 'paused';
  return published ? 'published' : 'draft';
}

/** A number never published in this wording: what the next publication would bring. */
export const hasNewDraft = ({ published, draft }: WorkshopTool): boolean =>
  published !== null && draft !== null;

type Audience = ToolState['openedTo'];

/** Whether publishing would show the tool to people who do not see it now. */
export function isWider(wanted: Audience, now: Audience): boolean {
  if (wanted === 'admins' || now === 'everyone') return false;
  if (wanted === 'everyone' || now === 'admins') return true;
  return wanted.groups.some((group) => !now.groups.includes(group));
}

/** Whole percent of failures, and null where nothing was called. */
export const failureShare = ({ calls, failures }: { calls: number; failures: number }) =>
  calls === 0 ? null : Math.round((failures / calls) * 100);
