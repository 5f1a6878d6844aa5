import { ZipFile } from 'yazl';
import type { ToolFileTexts } from '@/contract/workshop';
import { FILE_NAMES } from '../folder/tool-files';

/** The first moment a zip file can name. The same tools give the same bytes, whenever they are packed. */
const ALWAYS = new Date(1980, 0, 1);
const PLAIN_FILE = 0o100644;

/** One folder per tool, plain files only. */
export function writeArchive(
  tools: readonly { folder: string; files: ToolFileTexts }[],
): NodeJS.ReadableStream {
  const zip = new ZipFile();
  for (const { folder, files } of [...tools].sort((a, b) => (a.folder < b.folder ? -1 : 1))) {
    for (const name of FILE_NAMES) {
      const text = files[name];
      if (text === undefined) continue;
      zip.addBuffer(Buffer.from(text, 'utf8'), `${folder}/${name}`, {
        mtime: ALWAYS,
        mode: PLAIN_FILE,
        forceDosTimestamp: true,
      });
    }
  }
  zip.end();
  return zip.outputStream;
}
