import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { PolicyView } from '@/contract/policy';
import type { Caller } from '@/foundation/http/caller';
import { Allow, CurrentCaller } from '@/foundation/http/marks';
import { type PlacementBody, placementSchema, toolNameSchema } from './policy-admin.dto';
import { PolicyOverview } from './policy-overview.service';

/** The policy page: categories from people/policy joined with the tools that exist now. */
@Controller('api/admin/policy')
@Allow('admin')
export class PolicyAdminController {
  constructor(private readonly overview: PolicyOverview) {}

  @Get()
  view(@CurrentCaller() caller: Caller): Promise<PolicyView> {
    return this.overview.view(caller);
  }

  @Post('placements')
  @HttpCode(200)
  place(
    @CurrentCaller() caller: Caller,
    @Body({ schema: placementSchema }) { tool, category }: PlacementBody,
  ): Promise<PolicyView> {
    return this.overview.place(caller, tool, category);
  }

  @Delete('placements/:tool')
  unplace(
    @CurrentCaller() caller: Caller,
    @Param('tool', { schema: toolNameSchema }) tool: string,
  ): Promise<PolicyView> {
    return this.overview.unplace(caller, tool);
  }
}
