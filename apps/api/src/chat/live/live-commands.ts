import { Injectable } from '@nestjs/common';
import { z, type ZodType } from 'zod';
import { approvalAnswerSchema } from '@/agent/approvals/answer-schema';
import { ApprovalAnswers } from '@/agent/approvals/approval-answers.service';
import type { LiveCommands } from '@/contract/live';
import { checkInput } from '@/foundation/errors/check-input';
import type { Caller } from '@/foundation/http/caller';
import { NotByKey } from '@/people/auth/auth.errors';
import { RunReader } from '@/chat/runs/run-reader.service';
import { RunsService } from '@/chat/runs/runs.service';
import { RunStops } from '@/chat/runs/run-stops.service';
import type { RunEvent } from '@/contract/chat';

/** What a command may do with the socket it came by. */
export interface Watcher {
  /** Sends these, then everything new. Synchronous: nothing can happen in between. */
  watch(conversationId: string, events: RunEvent[]): void;
  unwatch(conversationId: string): void;
}

export type CommandName = keyof LiveCommands;
type Handler = (caller: Caller, body: unknown, watcher: Watcher) => Promise<unknown>;

const requestId = z.string().min(1).max(100);
const text = z
  .string()
  .max(500_000)
  .refine((value) => value.trim() !== '', 'must not be empty');
const modelId = z.string().min(1).max(400);
const conversationId = z.uuid();

const SCHEMAS: { [Name in CommandName]: ZodType<LiveCommands[Name]['body']> } = {
  'conversation.watch': z.object({ conversationId, afterSeq: z.int().min(0) }),
  'conversation.unwatch': z.object({ conversationId }),
  'run.start': z.object({
    clientRequestId: requestId,
    conversationId: conversationId.optional(),
    text,
    modelId,
  }),
  'run.continue': z.object({ clientRequestId: requestId, conversationId, modelId }),
  'run.stop': z.object({ runId: z.uuid() }),
  'tool.call': z.object({
    clientRequestId: requestId,
    conversationId: conversationId.optional(),
    tool: z.string().min(1).max(64),
    arguments: z.string().max(500_000),
  }),
  'approval.answer': approvalAnswerSchema.extend({ approvalId: z.string().max(100) }),
};

/** A yes is a person's: no program gives it with a key. */
const BY_HAND: ReadonlySet<CommandName> = new Set(['approval.answer']);

/** Every socket command: its shape and what it does. The authorisation matrix is generated from this table (S-10). */
@Injectable()
export class LiveCommandTable {
  private readonly handlers: { [Name in CommandName]: Handler };

  constructor(
    private readonly runs: RunsService,
    private readonly stops: RunStops,
    private readonly reader: RunReader,
    private readonly approvals: ApprovalAnswers,
  ) {
    this.handlers = {
      'conversation.watch': this.command('conversation.watch', (caller, body, watcher) =>
        this.watch(caller, body, watcher),
      ),
      'conversation.unwatch': this.command('conversation.unwatch', async (_, body, watcher) => {
        watcher.unwatch(body.conversationId);
        return {};
      }),
      'run.start': this.command('run.start', (caller, body) => this.runs.start(caller, body)),
      'run.continue': this.command('run.continue', (caller, body) =>
        this.runs.continue(caller, body),
      ),
      'run.stop': this.command('run.stop', async (caller, { runId }) => ({
        stopped: await this.stops.stop(caller, runId),
      })),
      'tool.call': this.command('tool.call', (caller, body) => this.runs.callTool(caller, body)),
      'approval.answer': this.command('approval.answer', (caller, { approvalId, ...answer }) =>
        this.approvals.answer(caller, approvalId, answer),
      ),
    };
  }

  get names(): CommandName[] {
    return Object.keys(this.handlers) as CommandName[];
  }

  run(name: CommandName, caller: Caller, body: unknown, watcher: Watcher): Promise<unknown> {
    if (caller.keyId && BY_HAND.has(name)) return Promise.reject(new NotByKey());
    return this.handlers[name](caller, body, watcher);
  }

  private command<Name extends CommandName>(
    name: Name,
    handle: (
      caller: Caller,
      body: LiveCommands[Name]['body'],
      watcher: Watcher,
    ) => Promise<LiveCommands[Name]['answer']>,
  ): Handler {
    const schema: ZodType<LiveCommands[Name]['body']> = SCHEMAS[name];
    return async (caller, body, watcher) => handle(caller, checkInput(schema, body), watcher);
  }

  private async watch(
    caller: Caller,
    { conversationId: id, afterSeq }: LiveCommands['conversation.watch']['body'],
    watcher: Watcher,
  ): Promise<LiveCommands['conversation.watch']['answer']> {
    const missed = await this.reader.prepareWatch(caller, id, afterSeq);
    const events = missed();
    watcher.watch(id, events);
    return { lastSeq: events.at(-1)?.seq ?? afterSeq, activeRun: this.reader.findActive(id) };
  }
}
