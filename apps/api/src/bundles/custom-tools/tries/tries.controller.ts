import { randomUUID } from 'node:crypto';
import { Body, Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { TryEvent } from '@/contract/workshop';
import type { Caller } from '@/foundation/http/caller';
import { Allow, CurrentCaller, Enveloped, OpenToKeys } from '@/foundation/http/marks';
import { argumentsTextOf } from './body-arguments';
import { KnownTools } from '../call/known-tools.service';
import { ToolTries } from './tool-tries.service';
import { trySchema, type TryInput } from './tries.dto';

/** A version of a tool run for the person who looks at it: one line of JSON per thing that happens. */
@Controller('api/admin/workshop/tools/:id/try')
@Allow('admin')
@Enveloped()
@OpenToKeys('custom-tools')
export class TriesController {
  constructor(
    private readonly tries: ToolTries,
    private readonly known: KnownTools,
  ) {}

  /** A page that is closed stops its script. */
  @Post()
  @HttpCode(200)
  async run(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body({ schema: trySchema }) body: TryInput,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const tool = await this.known.get(id, body.version);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const tell = inOrder((event) => writeLine(response, event));
    const callId = randomUUID();
    const result = await this.tries.run(caller, tool, {
      trial: 'panel',
      callId,
      argumentsText: argumentsTextOf(request, body.arguments),
      signal: gone.signal,
      onStarted: (queuedMs) => tell({ type: 'started', callId, queuedMs: Math.round(queuedMs) }),
      onOutput: (stream, text) => tell({ type: 'output', stream, text }),
    });
    tell({ type: 'end', result });
    response.end();
  }
}

function writeLine(response: Response, event: TryEvent): void {
  if (!response.headersSent) {
    response.type('application/x-ndjson').setHeader('X-Accel-Buffering', 'no');
  }
  if (response.writable) response.write(`${JSON.stringify(event)}\n`);
}

/** Errors travel on a stream of their own and may overtake the news that the script began. */
function inOrder(tell: (event: TryEvent) => void): (event: TryEvent) => void {
  let early: TryEvent[] | null = [];
  return (event) => {
    if (event.type === 'output' && early) return void early.push(event);
    const waiting = early ?? [];
    early = null;
    if (event.type === 'started') tell(event);
    waiting.forEach(tell);
    if (event.type !== 'started') tell(event);
  };
}
