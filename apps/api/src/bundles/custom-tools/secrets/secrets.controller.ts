import { Body, Controller, Delete, Param, Put } from '@nestjs/common';
import type { SecretRow } from '@/contract/workshop';
import type { Caller } from '@/foundation/http/caller';
import { Allow, CurrentCaller, Enveloped, OpenToKeys } from '@/foundation/http/marks';
import { KnownTools } from '../call/known-tools.service';
import { secretSchema, type SecretBody } from './secrets.dto';
import { ToolSecrets } from './tool-secrets.service';

interface Data {
  success: true;
  data: SecretRow[];
}

/** Values go in here and never come out. */
@Controller('api/admin/workshop/tools/:id/secrets/:name')
@Allow('admin')
@Enveloped()
@OpenToKeys('custom-tools')
export class ToolSecretsController {
  constructor(
    private readonly secrets: ToolSecrets,
    private readonly known: KnownTools,
  ) {}

  @Put()
  async set(
    @CurrentCaller() caller: Caller,
    @Param() { id, name }: { id: string; name: string },
    @Body({ schema: secretSchema }) { value }: SecretBody,
  ): Promise<Data> {
    const named = await this.known.namedSecrets(id);
    await this.secrets.set(caller, id, name, value);
    return { success: true, data: await this.secrets.list(id, named) };
  }

  @Delete()
  async remove(
    @CurrentCaller() caller: Caller,
    @Param() { id, name }: { id: string; name: string },
  ): Promise<Data> {
    const named = await this.known.namedSecrets(id);
    await this.secrets.remove(caller, id, name);
    return { success: true, data: await this.secrets.list(id, named) };
  }
}
