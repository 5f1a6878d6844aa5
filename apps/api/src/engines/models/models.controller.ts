import { Controller, Get } from '@nestjs/common';
import type { ModelChoice } from '@/contract/models';
import type { Caller } from '@/foundation/http/caller';
import { Allow, CurrentCaller, OpenToKeys } from '@/foundation/http/marks';
import { ModelsService } from './models.service';

@Controller('api/models')
@OpenToKeys('chat')
export class ModelsController {
  constructor(private readonly models: ModelsService) {}

  @Get()
  @Allow('user')
  async list(@CurrentCaller() caller: Caller): Promise<{ items: ModelChoice[] }> {
    return { items: await this.models.listChoices(caller) };
  }
}
