import { Injectable } from '@nestjs/common';
import type { CustomToolResult, ResultFile, ResultView } from '@/contract/tools';
import type { Caller } from '@/foundation/http/caller';
import { ResultFiles, type NewResultFile } from '@/tools/result-files/result-files.service';
import { wholeOutput } from './output';
import { resultOf, type CallEnd } from './result';
import { chartOf, tableOf } from './value-views';

export interface Extras {
  view?: ResultView;
  files?: ResultFile[];
}

/** What people get beside the text: a view of it, pictures as files, and the whole of what was cut. */
@Injectable()
export class ResultExtras {
  constructor(private readonly files: ResultFiles) {}

  async of(caller: Caller, end: CallEnd, conversationId: string | null): Promise<Extras> {
    const { returnLayer } = end.tool;
    if (end.script === null) return {};
    const shown = resultOf(end, caller.locale);
    if (returnLayer.view === 'text' && !shown.truncated) return {};
    const keep: Keep = (file) => this.files.save(caller, { ...file, conversationId });
    const [view, whole] = await Promise.all([viewOf(end, shown, keep), wholeOf(end, shown, keep)]);
    return { ...(view && { view }), ...(whole && { files: [whole] }) };
  }
}

type Keep = (file: Omit<NewResultFile, 'conversationId'>) => Promise<ResultFile>;

async function viewOf(
  { tool, shaped, failure }: CallEnd,
  shown: CustomToolResult,
  keep: Keep,
): Promise<ResultView | null> {
  if (failure !== null) return null;
  switch (tool.returnLayer.view) {
    case 'text':
      return null;
    case 'markdown':
      return { type: 'markdown', text: shown.message };
    case 'table':
      return tableOf(shaped?.value);
    case 'chart':
      return chartOf(shaped?.value);
    case 'image': {
      if (!shaped?.image) return null;
      const { mediaType, content } = shaped.image;
      const name = `${tool.id}.${mediaType.replace('image/', '')}`;
      return { type: 'image', file: await keep({ name, mediaType, content }) };
    }
  }
}

/** Only when a reader would miss something; what the container itself dropped is gone. */
async function wholeOf(
  { tool, script, shaped }: CallEnd,
  shown: CustomToolResult,
  keep: Keep,
): Promise<ResultFile | null> {
  if (!shown.truncated || script === null) return null;
  const whole = wholeOutput({ ...script, stdout: shaped?.stdout ?? script.stdout });
  if (whole.length <= shown.output.length) return null;
  const isJson = shaped?.value !== undefined && script.stderr === '';
  return keep({
    name: `${tool.id}-output.${isJson ? 'json' : 'txt'}`,
    mediaType: isJson ? 'application/json' : 'text/plain; charset=utf-8',
    content: Buffer.from(whole),
  });
}
