import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { CheckResult } from '@/contract/workshop';
import type { Caller } from '@/foundation/http/caller';
import { Allow, CurrentCaller, Enveloped, OpenToKeys } from '@/foundation/http/marks';
import { fromPlain, isJsonObject, readJson, type JsonObject } from '../json-text';
import { checkSchema, type CheckInput } from './check.dto';
import { CheckService } from './check.service';

@Controller('api/admin/workshop')
@Allow('admin')
@Enveloped()
@OpenToKeys('custom-tools')
export class CheckController {
  constructor(private readonly checks: CheckService) {}

  /** An editor that asks again gives up the earlier question; its check ends with it. */
  @Post('check')
  @HttpCode(200)
  async check(
    @CurrentCaller() caller: Caller,
    @Body({ schema: checkSchema }) { id, files, arguments: given }: CheckInput,
    @Req() request: Request & { rawBody?: Buffer },
  ): Promise<{ success: true; data: CheckResult }> {
    const gone = new AbortController();
    request.res?.once('close', () => gone.abort());
    const values = given ? argumentsOf(given, request.rawBody) : null;
    const draft = { id, files, arguments: values };
    return { success: true, data: await this.checks.check(caller, draft, gone.signal) };
  }
}

/** Read from the raw body, so that long numbers keep their digits. */
function argumentsOf(given: Record<string, unknown>, rawBody: Buffer | undefined): JsonObject {
  const raw = rawBody && readJson(rawBody.toString('utf8').replace(/^\ufeff/, ''));
  const found = isJsonObject(raw) ? (raw.get('arguments') ?? null) : null;
  return isJsonObject(found) ? found : (fromPlain(given) as JsonObject);
}
