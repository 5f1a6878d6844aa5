import { Controller, Get } from '@nestjs/common';
import type { ToolView } from '@/contract/tools';
import type { Caller } from '@/foundation/http/caller';
import { Allow, CurrentCaller, OpenToKeys } from '@/foundation/http/marks';
import { RegistryService } from './registry.service';

/** What the person may call by hand, in the order the model sees it. */
@Controller('api/tools')
@OpenToKeys('chat')
export class ToolsController {
  constructor(private readonly registry: RegistryService) {}

  @Get()
  @Allow('user')
  async list(@CurrentCaller() caller: Caller): Promise<{ items: ToolView[] }> {
    const tools = await this.registry.listAllowed(caller);
    return {
      items: tools.map(({ name, description, category, inputSchema, dangerous, icon }) => {
        return { name, description, category, inputSchema, dangerous, icon };
      }),
    };
  }
}
