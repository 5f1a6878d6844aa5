import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { Caller } from '@/foundation/http/caller';
import { Allow, CurrentCaller, OpenToKeys } from '@/foundation/http/marks';
import { ResultFiles } from './result-files.service';

/** Only these are shown by a browser; everything else is saved, so that nothing of a tool's ever runs here (S-21). */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

@Controller('api/result-files')
@OpenToKeys('chat')
export class ResultFilesController {
  constructor(private readonly files: ResultFiles) {}

  @Get(':fileId')
  @Allow('user')
  async read(
    @CurrentCaller() caller: Caller,
    @Param('fileId') fileId: string,
    @Res() response: Response,
  ): Promise<void> {
    const { name, mediaType, content } = await this.files.get(caller, fileId);
    const disposition = SHOWN.has(mediaType) ? 'inline' : 'attachment';
    response
      .type(mediaType)
      .set({
        'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(name)}`,
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'private, max-age=31536000, immutable',
      })
      .send(content);
  }
}
