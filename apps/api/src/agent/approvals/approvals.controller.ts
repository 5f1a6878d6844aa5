import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { ApprovalAnswer, ApprovalPage, ApprovalView } from '@/contract/approvals';
import type { Caller } from '@/foundation/http/caller';
import { Allow, CurrentCaller } from '@/foundation/http/marks';
import { ApprovalAnswers } from './approval-answers.service';
import { approvalAnswerSchema } from './answer-schema';
import { approvalListSchema } from './approvals.dto';

/** The inbox: what waits for a yes or no, and what was answered. */
@Controller('api/approvals')
@Allow('user')
export class ApprovalsController {
  constructor(private readonly answers: ApprovalAnswers) {}

  @Get()
  async list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: approvalListSchema }) { state }: { state: 'pending' | 'decided' },
  ): Promise<ApprovalPage> {
    return { items: await this.answers.list(caller, state) };
  }

  @Post(':approvalId/answer')
  @HttpCode(200)
  answer(
    @CurrentCaller() caller: Caller,
    @Param('approvalId') approvalId: string,
    @Body({ schema: approvalAnswerSchema }) answer: ApprovalAnswer,
  ): Promise<ApprovalView> {
    return this.answers.answer(caller, approvalId, answer);
  }
}
