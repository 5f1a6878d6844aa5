/** A picture a script printed. */
export interface Image {
  mediaType: string;
  content: Buffer;
}

const DATA_URL = /^data:image\/[a-z+.-]+;base64,/;
const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/;

/** The first bytes of each kind that browsers draw and that cannot hold scripts. */
const KINDS: { mediaType: string; starts: (content: Buffer) => boolean }[] = [
  { mediaType: 'image/png', starts: (content) => content.readUInt32BE(0) === 0x89504e47 },
  { mediaType: 'image/jpeg', starts: (content) => content.readUIntBE(0, 3) === 0xffd8ff },
  { mediaType: 'image/gif', starts: (content) => content.toString('latin1', 0, 4) === 'GIF8' },
  {
    mediaType: 'image/webp',
    starts: (content) =>
      content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP',
  },
];
const LONGEST_START = 12;

/** Base64 with or without `data:` before it; what the picture really is, is read from its own first bytes. */
export function imageIn(output: string): Image | null {
  const text = output.trim().replace(DATA_URL, '');
  if (!BASE64.test(text)) return null;
  const content = Buffer.from(text, 'base64');
  if (content.length < LONGEST_START) return null;
  const kind = KINDS.find(({ starts }) => starts(content));
  return kind ? { mediaType: kind.mediaType, content } : null;
}
