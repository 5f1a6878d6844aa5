import { Controller, Get, Param, Query } from '@nestjs/common';
import type { ToolCallRow, ToolHealth } from '@/contract/workshop';
import { Allow, Enveloped, OpenToKeys } from '@/foundation/http/marks';
import { KnownTools } from '../call/known-tools.service';
import { callsQuery, healthQuery, type CallsQuery, type HealthQuery } from './calls.dto';
import type { HealthDays } from './health';
import { ToolCalls } from './tool-calls.service';

interface Data<T> {
  success: true;
  data: T;
}

/** What a tool did: its last calls, and how it is doing. */
@Controller('api/admin/workshop/tools/:id')
@Allow('admin')
@Enveloped()
@OpenToKeys('custom-tools')
export class ToolCallsController {
  constructor(
    private readonly calls: ToolCalls,
    private readonly known: KnownTools,
  ) {}

  @Get('calls')
  async list(
    @Param('id') id: string,
    @Query({ schema: callsQuery }) { limit }: CallsQuery,
  ): Promise<Data<ToolCallRow[]>> {
    await this.known.require(id);
    return { success: true, data: await this.calls.list(id, limit) };
  }

  @Get('health')
  async health(
    @Param('id') id: string,
    @Query({ schema: healthQuery }) { days }: HealthQuery,
  ): Promise<Data<ToolHealth>> {
    await this.known.require(id);
    return { success: true, data: await this.calls.health(id, Number(days) as HealthDays) };
  }
}
