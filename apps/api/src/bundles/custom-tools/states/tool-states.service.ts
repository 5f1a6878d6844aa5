import { Injectable } from '@nestjs/common';
import type { ErrorBody, Locale } from '@/contract/errors';
import type { Audience } from '@/contract/workshop';
import { Clock } from '@/foundation/clock/clock';
import { toErrorBody } from '@/foundation/errors/domain-error';
import { EventBus } from '@/foundation/events/event-bus';
import type { Caller } from '@/foundation/http/caller';
import { Log } from '@/foundation/logging/log';
import { AuditService } from '@/people/audit/audit.service';
import type { Tool } from '@/tools/registry/tool';
import { isSameAudience } from '../folder/audience';
import type { CustomTool } from '../folder/custom-tool';
import type { CustomToolState } from './custom-tool-state.entity';
import { CustomToolKeepsFailing } from './states.errors';
import { closedAgain, pausedItself } from './state-notices';
import { ToolStatesRepository } from './tool-states.repository';

export type StateFacts = Omit<CustomToolState, 'toolId'>;

/** What an administrator may set; what is not named stays. */
export interface StateChanges {
  isPaused?: boolean;
  autoPauseAfter?: number | null;
  openedTo?: Audience;
}

/** Of a tool nobody decided anything about. */
export const AS_BORN: StateFacts = {
  isPaused: false,
  pausedAfterFailures: null,
  autoPauseAfter: null,
  failuresCountFrom: null,
  openedTo: 'admins',
};

/** Whether a tool is in use, and to whom an administrator opened it. */
@Injectable()
export class ToolStates {
  constructor(
    private readonly repository: ToolStatesRepository,
    private readonly audit: AuditService,
    private readonly events: EventBus,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async find(toolId: string): Promise<StateFacts> {
    return (await this.repository.find(toolId)) ?? AS_BORN;
  }

  /** What one server pauses or closes, every other knows within a second. */
  async listAll(): Promise<(toolId: string) => StateFacts> {
    const rows = new Map((await this.repository.list()).map((row) => [row.toolId, row]));
    return (toolId) => rows.get(toolId) ?? AS_BORN;
  }

  /** Opening is the caller's deliberate act; that the files wish for it must be checked before. */
  async update(caller: Caller, toolId: string, changes: StateChanges): Promise<StateFacts> {
    const isResumed = changes.isPaused === false;
    await this.repository.save(toolId, {
      ...changes,
      ...(changes.isPaused !== undefined && { pausedAfterFailures: null }),
      ...(isResumed && { failuresCountFrom: this.clock.now() }),
    });
    await this.audit.record(caller, {
      action: 'custom_tool.state',
      subject: toolId,
      facts: { ...changes },
    });
    return this.find(toolId);
  }

  /** Called after `failures` in a row; pauses once, says so once. */
  async pauseItself(toolId: string, failures: number): Promise<void> {
    if (!(await this.repository.pauseItself(toolId, failures))) return;
    await this.audit.record(null, {
      action: 'custom_tool.pause',
      subject: toolId,
      facts: { failures },
    });
    this.events.publish(pausedItself(toolId, failures));
  }

  /** Not waited for: until it is written, the comparison itself keeps the tool closed. */
  lookAtAudience(tool: CustomTool, state: StateFacts): void {
    this.closeWhenChanged(tool, state).catch((thrown: unknown) =>
      this.log.error(thrown, `closing ${tool.id}`),
    );
  }

  /** The confirmation was for the audience the files named then; it does not come back by naming it again. */
  async closeWhenChanged(tool: CustomTool, { openedTo }: StateFacts): Promise<void> {
    if (openedTo === 'admins' || isSameAudience(openedTo, tool.audience)) return;
    if (!(await this.repository.close(tool.id, openedTo))) return;
    await this.audit.record(null, {
      action: 'custom_tool.close',
      subject: tool.id,
      facts: { openedTo, audience: tool.audience },
    });
    this.events.publish(closedAgain(tool.id));
  }

  /** A tool that is deleted leaves no confirmation behind for the next one of its name. */
  async forget(toolId: string): Promise<void> {
    await this.repository.remove(toolId);
  }
}

/** To whom a tool is open: only while its files ask for exactly what an administrator confirmed. */
export const openAudience = (tool: CustomTool, { openedTo }: StateFacts): Audience =>
  isSameAudience(openedTo, tool.audience) ? openedTo : 'admins';

/** The same as the policy reads it. */
export const audienceMarks = (audience: Audience): Pick<Tool, 'adminOnly' | 'audienceGroups'> => ({
  adminOnly: audience === 'admins',
  ...(typeof audience === 'object' && { audienceGroups: audience.groups }),
});

/** Null when an administrator paused it, or nobody. */
export const pausedReasonOf = (
  { isPaused, pausedAfterFailures }: StateFacts,
  locale: Locale,
): ErrorBody | null =>
  isPaused && pausedAfterFailures !== null
    ? toErrorBody(new CustomToolKeepsFailing(pausedAfterFailures), locale)
    : null;
