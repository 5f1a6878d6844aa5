import fc from 'fast-check';
import { OutputCollector } from './output-collector';

function collect(chunks: Uint8Array[], limitChars: number): OutputCollector {
  const collector = new OutputCollector(limitChars);
  for (const chunk of chunks) collector.push(chunk);
  collector.end();
  return collector;
}

const oneByOne = (bytes: Uint8Array): Uint8Array[] =>
  Array.from(bytes, (byte) => Uint8Array.of(byte));

describe('OutputCollector', () => {
  it('keeps the first code points and counts all, whatever the chunks (A-065)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat({ max: 30 }), (text, limit) => {
        const whole = new TextEncoder().encode(text);
        const points = [...new TextDecoder('utf-8', { ignoreBOM: true }).decode(whole)];
        for (const chunks of [[whole], oneByOne(whole)]) {
          const collector = collect(chunks, limit);
          expect(collector.text).toBe(points.slice(0, limit).join(''));
          expect(collector.chars).toBe(points.length);
          expect(collector.isTruncated).toBe(points.length > limit);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('gives text with whole characters for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat({ max: 20 }), (bytes, limit) => {
        const whole = collect([bytes], limit);
        const cut = collect(oneByOne(bytes), limit);

        expect(cut.text).toBe(whole.text);
        expect(cut.chars).toBe(whole.chars);
        expect(() => encodeURIComponent(whole.text)).not.toThrow();
      }),
      { numRuns: 500 },
    );
  });

  it('tells what it keeps, in whole characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat({ max: 30 }), (text, limit) => {
        const told: string[] = [];
        const collector = new OutputCollector(limit, (piece) => told.push(piece));
        for (const chunk of oneByOne(new TextEncoder().encode(text))) collector.push(chunk);
        collector.end();

        expect(told.join('')).toBe(collector.text);
        expect(told.every((piece) => piece.isWellFormed() && piece !== '')).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps a byte order mark', () => {
    expect(collect([Uint8Array.of(0xef, 0xbb, 0xbf, 0x41)], 10).text).toBe('\uFEFFA');
  });
});
