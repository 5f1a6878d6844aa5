import { Body, Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { TestEvent } from '@/contract/workshop';
import type { Caller } from '@/foundation/http/caller';
import { Allow, CurrentCaller, Enveloped, OpenToKeys } from '@/foundation/http/marks';
import { KnownTools } from '../call/known-tools.service';
import { CustomToolRefused } from '../custom-tools.errors';
import { testRunBody, type TestRunBody } from './tests.dto';
import { ToolTestRuns } from './tool-test-runs.service';

@Controller('api/admin/workshop/tools/:id/tests')
@Allow('admin')
@Enveloped()
@OpenToKeys('custom-tools')
export class ToolTestsController {
  constructor(
    private readonly runs: ToolTestRuns,
    private readonly known: KnownTools,
  ) {}

  /** One line of JSON per thing that happens. A page that is closed stops what runs. */
  @Post('run')
  @HttpCode(200)
  async run(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body({ schema: testRunBody }) { version }: TestRunBody,
    @Res() response: Response,
  ): Promise<void> {
    const tool = await this.known.get(id, version);
    if (tool.defect) throw new CustomToolRefused(tool.defect.text);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    response.type('application/x-ndjson').setHeader('X-Accel-Buffering', 'no');
    const tell = (event: TestEvent) => {
      if (response.writable) response.write(`${JSON.stringify(event)}\n`);
    };
    await this.runs.run(caller, tool, { signal: gone.signal, tell });
    response.end();
  }
}
