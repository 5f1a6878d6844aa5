import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Body, Controller, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import type {
  LedgerCheck,
  LedgerDetail,
  LedgerPage,
  LedgerRetention as Retention,
} from '@/contract/ledger';
import type { Caller } from '@/foundation/http/caller';
import { Allow, CurrentCaller } from '@/foundation/http/marks';
import { LedgerChecks } from './ledger-check.service';
import { EXPORT_TYPES } from './ledger-export';
import { LedgerRetention } from './ledger-retention.service';
import {
  exportQuerySchema,
  pageQuerySchema,
  retentionSchema,
  seqSchema,
  type ExportQuery,
  type PageQuery,
} from './ledger.dto';
import { LedgerService } from './ledger.service';

@Controller('api/admin/ledger')
@Allow('admin')
export class LedgerController {
  constructor(
    private readonly ledger: LedgerService,
    private readonly checks: LedgerChecks,
    private readonly retention: LedgerRetention,
  ) {}

  @Get()
  list(
    @Query({ schema: pageQuerySchema }) { before, after, limit, ...filter }: PageQuery,
  ): Promise<LedgerPage> {
    return this.ledger.list(filter, { before, after, limit });
  }

  @Get('export')
  async export(
    @CurrentCaller() caller: Caller,
    @Query({ schema: exportQuerySchema }) { format, ...filter }: ExportQuery,
    @Res() response: Response,
  ): Promise<void> {
    await this.ledger.noteExport(caller, filter, format);
    response.type(EXPORT_TYPES[format]);
    response.attachment(`ledger.${format}`);
    await pipeline(Readable.from(this.ledger.export(filter, format)), response);
  }

  @Post('check')
  @HttpCode(200)
  check(): Promise<LedgerCheck> {
    return this.checks.check();
  }

  @Get('retention')
  getRetention(): Promise<Retention> {
    return this.retention.get();
  }

  @Put('retention')
  replaceRetention(
    @CurrentCaller() caller: Caller,
    @Body({ schema: retentionSchema }) body: Retention,
  ): Promise<Retention> {
    return this.retention.replace(caller, body);
  }

  @Get(':seq')
  get(@Param('seq', { schema: seqSchema }) seq: number): Promise<LedgerDetail> {
    return this.ledger.get(seq);
  }
}
