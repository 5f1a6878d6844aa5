import { crc32, deflateRawSync } from 'node:zlib';

export interface RawEntry {
  name: string;
  data?: Buffer | string;
  /** Unix mode with its type bits; a plain file when absent. */
  mode?: number;
  /** What the archive says, when it lies. */
  saysSize?: number;
  saysCrc?: number;
  isDeflated?: boolean;
  isEncrypted?: boolean;
}

/** A zip file byte by byte, so that it can hold what no packer would write. */
export function rawZip(entries: readonly RawEntry[], says: { entryCount?: number } = {}): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const body = bodyOf(entry);
    directory.push(directoryEntry(entry, offset));
    bodies.push(body);
    offset += body.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  const count = Math.min(says.entryCount ?? entries.length, 0xffff);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, ...directory, end]);
}

const contentOf = ({ data = '' }: RawEntry): Buffer => Buffer.from(data as string);

const packedOf = (entry: RawEntry): Buffer =>
  entry.isDeflated ? deflateRawSync(contentOf(entry), { level: 9 }) : contentOf(entry);

/** Version, flags, method, date, checksum, sizes and the length of the name: the same in both headers. */
function facts(entry: RawEntry): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(0x0800 | (entry.isEncrypted ? 1 : 0), 2);
  fields.writeUInt16LE(entry.isDeflated ? 8 : 0, 4);
  fields.writeUInt32LE(entry.saysCrc ?? crc32(contentOf(entry)), 10);
  fields.writeUInt32LE(packedOf(entry).length, 14);
  fields.writeUInt32LE(entry.saysSize ?? contentOf(entry).length, 18);
  fields.writeUInt16LE(Buffer.byteLength(entry.name), 22);
  return fields;
}

function bodyOf(entry: RawEntry): Buffer {
  const signature = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
  return Buffer.concat([signature, facts(entry), Buffer.from(entry.name), packedOf(entry)]);
}

function directoryEntry(entry: RawEntry, offset: number): Buffer {
  const signature = Buffer.from([0x50, 0x4b, 0x01, 0x02]);
  const madeByUnix = Buffer.from([30, 3]);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([signature, madeByUnix, facts(entry), rest, Buffer.from(entry.name)]);
}
