import { Body, Controller, Get, Put } from '@nestjs/common';
import type { Limit, OwnLimit, PriceTable } from '@/contract/usage';
import type { Caller } from '@/foundation/http/caller';
import { Allow, CurrentCaller, OpenToKeys } from '@/foundation/http/marks';
import { limitsSchema, pricesSchema } from './limits.dto';
import { LimitsService } from './limits.service';

@Controller('api')
export class LimitsController {
  constructor(private readonly limits: LimitsService) {}

  @Get('usage/limits')
  @Allow('user')
  @OpenToKeys('chat')
  async listOwn(@CurrentCaller() caller: Caller): Promise<{ items: OwnLimit[] }> {
    return { items: await this.limits.listOwn(caller) };
  }

  @Get('admin/limits')
  @Allow('admin')
  @OpenToKeys('admin')
  async list(): Promise<{ items: Limit[] }> {
    return { items: await this.limits.list() };
  }

  @Put('admin/limits')
  @Allow('admin')
  @OpenToKeys('admin')
  async replace(
    @CurrentCaller() caller: Caller,
    @Body({ schema: limitsSchema }) { items }: { items: Limit[] },
  ): Promise<{ items: Limit[] }> {
    return { items: await this.limits.replace(caller, items) };
  }

  @Get('admin/prices')
  @Allow('admin')
  @OpenToKeys('admin')
  getPrices(): Promise<PriceTable> {
    return this.limits.getPrices();
  }

  @Put('admin/prices')
  @Allow('admin')
  @OpenToKeys('admin')
  replacePrices(
    @CurrentCaller() caller: Caller,
    @Body({ schema: pricesSchema }) body: PriceTable,
  ): Promise<PriceTable> {
    return this.limits.replacePrices(caller, body);
  }
}
