import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import type { CustomToolResult, CustomToolSaved, CustomToolView } from '@/contract/tools';
import { InvalidInput } from '@/foundation/errors/input.errors';
import type { Caller } from '@/foundation/http/caller';
import { Allow, CurrentCaller, Enveloped, OpenToKeys } from '@/foundation/http/marks';
import {
  fileQuery,
  fileSchema,
  idQuery,
  runSchema,
  upsertSchema,
  type FileBody,
  type UpsertBody,
} from './custom-tools.dto';
import { CustomToolIdRefused, CustomToolRefused } from './custom-tools.errors';
import { CustomToolsService } from './custom-tools.service';
import type { ToolChanges } from './folder/tool-changes';
import type { FILE_NAMES } from './folder/tool-files';
import { idProblem } from './folder/tool-id';
import { isJsonObject, readJson, writeJson } from './json-text';
import { Removal } from './workshop/removal.service';

type Data<T> = { success: true; data: T };
const ok = <T>(data: T): Data<T> => ({ success: true, data });

/** The REST interface of A.10, for administrators only. */
@Controller('api/admin/custom-tools')
@Allow('admin')
@Enveloped()
@OpenToKeys('custom-tools')
export class CustomToolsController {
  constructor(
    private readonly tools: CustomToolsService,
    private readonly removal: Removal,
  ) {}

  @Get()
  async list(@CurrentCaller() caller: Caller): Promise<Data<CustomToolView[]>> {
    return ok(await this.tools.list(caller));
  }

  @Post()
  async save(
    @CurrentCaller() caller: Caller,
    @Body({ schema: upsertSchema }) body: UpsertBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Data<CustomToolSaved>> {
    const saved = await this.tools.save(caller, changesOf(body));
    response.status(saved.result === 'created' ? 201 : 200);
    return ok(saved);
  }

  @Delete()
  async remove(
    @CurrentCaller() caller: Caller,
    @Query({ schema: idQuery }) { id }: { id: string },
  ): Promise<Data<{ deleted: string }>> {
    const missing = id === '' ? idProblem(id) : null;
    if (missing) throw new CustomToolIdRefused(missing);
    await this.removal.remove(caller, id);
    return ok({ deleted: id });
  }

  @Get('file')
  async readFile(
    @Query({ schema: fileQuery }) { id, name }: { id: string; name: (typeof FILE_NAMES)[number] },
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const { text, hash } = await this.tools.readFile(id, name);
    response.type('text/plain; charset=utf-8').setHeader('ETag', `"${hash}"`);
    return text;
  }

  @Post('file')
  @HttpCode(200)
  async saveFile(
    @CurrentCaller() caller: Caller,
    @Body({ schema: fileSchema }) body: FileBody,
  ): Promise<Data<{ hash: string; tool: CustomToolView }>> {
    const hash = body.hash?.replace(/^(?:W\/)?"(.*)"$/, '$1');
    return ok(await this.tools.saveFile(caller, { ...body, hash }));
  }

  @Post('reload')
  @HttpCode(200)
  async reload(@CurrentCaller() caller: Caller): Promise<Data<CustomToolView[]>> {
    return ok(await this.tools.reload(caller));
  }

  @Get(':id')
  async get(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
  ): Promise<Data<CustomToolView>> {
    return ok(await this.tools.get(caller, id));
  }

  /** A panel that is closed stops its script. */
  @Post(':id/run')
  @HttpCode(200)
  async run(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Req() request: Request & { rawBody?: Buffer },
  ): Promise<Data<CustomToolResult>> {
    const gone = new AbortController();
    request.res?.once('close', () => gone.abort());
    const argumentsText = argumentsOf(request);
    return ok(await this.tools.run(caller, id, { argumentsText, signal: gone.signal }));
  }
}

/** Read from the raw body, so that long numbers keep their digits. */
function argumentsOf({ body, rawBody }: Request & { rawBody?: Buffer }): string {
  const checked = runSchema.safeParse(body ?? {});
  if (!checked.success)
    throw new InvalidInput([{ path: 'arguments', reason: 'must be an object' }]);
  const raw =
    rawBody === undefined ? null : readJson(rawBody.toString('utf8').replace(/^\ufeff/, ''));
  const given = isJsonObject(raw) ? (raw.get('arguments') ?? null) : null;
  return given === null ? JSON.stringify(checked.data.arguments ?? {}) : writeJson(given);
}

function changesOf({
  execution_code,
  execution,
  return_config,
  notes,
  meta,
  ...body
}: UpsertBody): ToolChanges {
  if (execution?.type !== undefined && execution.type !== 'python') {
    throw new CustomToolRefused({
      en: 'Only the execution type python is supported',
      'zh-CN': '当前仅支持 python 执行类型',
    });
  }
  const notesOnly = typeof notes === 'string' ? { notes } : undefined;
  return {
    ...body,
    code: execution_code !== undefined ? execution_code : execution?.code_template,
    returnLayer: body.return !== undefined ? body.return : return_config,
    meta: meta !== undefined ? meta : notesOnly,
  };
}
