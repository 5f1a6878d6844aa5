import type { Request } from 'express';
import { ArchiveTooLarge } from './transfer.errors';

/** The body as it came. What is too large is neither kept nor waited for. */
export async function readBytes(request: Request, most: number): Promise<Buffer> {
  const mebibytes = `${most / 1024 / 1024} MiB`;
  const tooLarge = new ArchiveTooLarge({ en: mebibytes, 'zh-CN': mebibytes });
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge;
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > most) throw tooLarge;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
