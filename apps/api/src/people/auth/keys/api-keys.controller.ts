import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { ApiKeyBody, ApiKeyMade, ApiKeyRow } from '@/contract/people';
import type { Caller } from '@/foundation/http/caller';
import { Allow, CurrentCaller } from '@/foundation/http/marks';
import { apiKeySchema } from './api-keys.dto';
import { ApiKeysService } from './api-keys.service';

/** A person's own keys. No key opens this door: one that leaked must not be able to make another. */
@Controller('api/auth/api-keys')
@Allow('user')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Get()
  async list(@CurrentCaller() caller: Caller): Promise<{ items: ApiKeyRow[] }> {
    return { items: await this.keys.list(caller) };
  }

  @Post()
  create(
    @CurrentCaller() caller: Caller,
    @Body({ schema: apiKeySchema }) body: ApiKeyBody,
  ): Promise<ApiKeyMade> {
    return this.keys.create(caller, body);
  }

  @Delete(':keyId')
  @HttpCode(204)
  remove(@CurrentCaller() caller: Caller, @Param('keyId') keyId: string): Promise<void> {
    return this.keys.remove(caller, keyId);
  }
}
