import { Body, Controller, Get, Put } from '@nestjs/common';
import type { PrivateAddresses } from '@/contract/models';
import type { Caller } from '@/foundation/http/caller';
import { Allow, CurrentCaller } from '@/foundation/http/marks';
import { privateAddressesBody } from './outbound.dto';
import { OutboundService } from './outbound.service';

@Controller('api/admin/private-addresses')
export class OutboundController {
  constructor(private readonly outbound: OutboundService) {}

  @Get()
  @Allow('admin')
  async list(): Promise<PrivateAddresses> {
    return { items: await this.outbound.listPrivateAddresses() };
  }

  @Put()
  @Allow('admin')
  async replace(
    @CurrentCaller() caller: Caller,
    @Body({ schema: privateAddressesBody }) { items }: PrivateAddresses,
  ): Promise<PrivateAddresses> {
    return { items: await this.outbound.replacePrivateAddresses(caller, items) };
  }
}
