import { Controller, Get, Param, Query } from '@nestjs/common';
import type { ConversationDetail, RunEvent } from '@/contract/chat';
import type { Caller } from '@/foundation/http/caller';
import { Allow, CurrentCaller, OpenToKeys } from '@/foundation/http/marks';
import { RunReader } from './run-reader.service';
import { conversationIdSchema, type EventsQuery, eventsSchema } from './runs.dto';

@Controller('api/conversations/:conversationId')
@Allow('user')
@OpenToKeys('chat')
export class RunsController {
  constructor(private readonly reader: RunReader) {}

  @Get()
  open(
    @CurrentCaller() caller: Caller,
    @Param('conversationId', { schema: conversationIdSchema }) id: string,
  ): Promise<ConversationDetail> {
    return this.reader.open(caller, id);
  }

  @Get('events')
  async events(
    @CurrentCaller() caller: Caller,
    @Param('conversationId', { schema: conversationIdSchema }) id: string,
    @Query({ schema: eventsSchema }) { afterSeq, limit }: EventsQuery,
  ): Promise<{ items: RunEvent[] }> {
    return { items: await this.reader.eventsAfter(caller, id, afterSeq, limit) };
  }
}
