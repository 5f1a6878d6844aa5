import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import type {
  ProviderBody,
  ProviderRow,
  ProviderTestBody,
  ProviderTestResult,
} from '@/contract/models';
import type { Caller } from '@/foundation/http/caller';
import { Allow, CurrentCaller, OpenToKeys } from '@/foundation/http/marks';
import {
  createProviderSchema,
  providerIdSchema,
  testProviderSchema,
  updateProviderSchema,
} from './providers.dto';
import { ProvidersService } from './providers.service';

@Controller('api/admin/providers')
@OpenToKeys('admin')
export class ProvidersController {
  constructor(private readonly providers: ProvidersService) {}

  @Get()
  @Allow('admin')
  async list(): Promise<{ items: ProviderRow[] }> {
    return { items: await this.providers.list() };
  }

  @Post()
  @Allow('admin')
  create(
    @CurrentCaller() caller: Caller,
    @Body({ schema: createProviderSchema }) body: ProviderBody,
  ): Promise<ProviderRow> {
    return this.providers.create(caller, body);
  }

  @Post('test')
  @HttpCode(200)
  @Allow('admin')
  test(
    @CurrentCaller() caller: Caller,
    @Body({ schema: testProviderSchema }) body: ProviderTestBody,
  ): Promise<ProviderTestResult> {
    return this.providers.test(caller, body);
  }

  @Patch(':providerId')
  @Allow('admin')
  update(
    @CurrentCaller() caller: Caller,
    @Param('providerId', { schema: providerIdSchema }) providerId: string,
    @Body({ schema: updateProviderSchema }) body: Partial<ProviderBody>,
  ): Promise<ProviderRow> {
    return this.providers.update(caller, providerId, body);
  }

  @Delete(':providerId')
  @HttpCode(204)
  @Allow('admin')
  remove(
    @CurrentCaller() caller: Caller,
    @Param('providerId', { schema: providerIdSchema }) providerId: string,
  ): Promise<void> {
    return this.providers.remove(caller, providerId);
  }
}
