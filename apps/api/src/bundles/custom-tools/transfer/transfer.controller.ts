import { Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ImportResult } from '@/contract/workshop';
import type { Caller } from '@/foundation/http/caller';
import { Allow, CurrentCaller, Enveloped, Takes, OpenToKeys } from '@/foundation/http/marks';
import { writeArchive } from './archive-writer';
import { readBytes } from './request-bytes';
import { exportQuery } from './transfer.dto';
import { Transfer } from './transfer.service';

const ZIP = 'application/zip';
const MOST_BYTES = 20 * 1024 * 1024;

@Controller('api/admin/workshop')
@Allow('admin')
@Enveloped()
@OpenToKeys('custom-tools')
export class TransferController {
  constructor(private readonly transfer: Transfer) {}

  @Get('export')
  async export(
    @Query({ schema: exportQuery }) { id }: { id?: string },
    @Res() response: Response,
  ): Promise<void> {
    const tools =
      id === undefined ? await this.transfer.listPublished() : [await this.transfer.getOne(id)];
    const name = id === undefined ? 'custom-tools' : encodeURIComponent(id);
    response.type(ZIP).setHeader('Content-Disposition', `attachment; filename="${name}.zip"`);
    writeArchive(tools).pipe(response);
  }

  @Post('import')
  @HttpCode(200)
  @Takes(ZIP)
  async import(
    @CurrentCaller() caller: Caller,
    @Req() request: Request,
  ): Promise<{ success: true; data: ImportResult }> {
    const bytes = await readBytes(request, MOST_BYTES);
    return { success: true, data: await this.transfer.import(caller, bytes) };
  }
}
