import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Query } from '@nestjs/common';
import type { ConversationPage, ConversationRow } from '@/contract/chat';
import type { Caller } from '@/foundation/http/caller';
import { Allow, CurrentCaller, OpenToKeys } from '@/foundation/http/marks';
import {
  conversationIdSchema,
  type ListQuery,
  listSchema,
  type RenameBody,
  renameSchema,
} from './conversations.dto';
import { ConversationsService } from './conversations.service';

@Controller('api/conversations')
@Allow('user')
@OpenToKeys('chat')
export class ConversationsController {
  constructor(private readonly conversations: ConversationsService) {}

  @Get()
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: listSchema }) { q, cursor }: ListQuery,
  ): Promise<ConversationPage> {
    return this.conversations.listPage(caller, q, cursor ?? null);
  }

  @Patch(':conversationId')
  rename(
    @CurrentCaller() caller: Caller,
    @Param('conversationId', { schema: conversationIdSchema }) id: string,
    @Body({ schema: renameSchema }) { title }: RenameBody,
  ): Promise<ConversationRow> {
    return this.conversations.rename(caller, id, title);
  }

  @Delete(':conversationId')
  @HttpCode(204)
  remove(
    @CurrentCaller() caller: Caller,
    @Param('conversationId', { schema: conversationIdSchema }) id: string,
  ): Promise<void> {
    return this.conversations.remove(caller, id);
  }
}
