import fc from 'fast-check';
import { FrameDemuxer, type OutputStream } from './frame-demuxer';

const frame = (stream: number, payload: Uint8Array): Buffer => {
  const header = Buffer.alloc(8);
  header[0] = stream;
  header.writeUInt32BE(payload.length, 4);
  return Buffer.concat([header, payload]);
};

/** Cuts bytes at the given places, which may lie anywhere. */
const cut = (bytes: Buffer, places: number[]): Buffer[] => {
  const ends = [...new Set(places.map((it) => it % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...ends, bytes.length].map((end, i) => bytes.subarray(i === 0 ? 0 : ends[i - 1], end));
};

function demux(chunks: Buffer[]): Record<OutputStream, Buffer> {
  const parts: Record<OutputStream, Buffer[]> = { stdout: [], stderr: [] };
  const demuxer = new FrameDemuxer((stream, bytes) => parts[stream].push(Buffer.from(bytes)));
  for (const chunk of chunks) demuxer.push(chunk);
  return { stdout: Buffer.concat(parts.stdout), stderr: Buffer.concat(parts.stderr) };
}

describe('FrameDemuxer', () => {
  it('gives the same bytes per stream however the frames are cut (fault 37)', () => {
    const frames = fc.array(fc.tuple(fc.constantFrom(1, 2), fc.uint8Array({ maxLength: 40 })));
    fc.assert(
      fc.property(frames, fc.array(fc.nat()), (sent, places) => {
        const of = (stream: number) =>
          Buffer.concat(sent.filter(([it]) => it === stream).map(([, payload]) => payload));
        const wire = Buffer.concat(sent.map(([stream, payload]) => frame(stream, payload)));

        expect(demux(cut(wire, places))).toEqual({ stdout: of(1), stderr: of(2) });
      }),
      { numRuns: 500 },
    );
  });

  it('passes over streams it does not know', () => {
    const wire = [frame(3, Buffer.from('engine')), frame(1, Buffer.from('out'))];

    expect(demux(wire)).toEqual({ stdout: Buffer.from('out'), stderr: Buffer.alloc(0) });
  });

  it('bears a length of zero and lengths that never come', () => {
    const endless = Buffer.from([1, 0, 0, 0, 255, 255, 255, 255, 65]);

    expect(demux([frame(1, Buffer.alloc(0)), endless]).stdout).toEqual(Buffer.from('A'));
  });
});
