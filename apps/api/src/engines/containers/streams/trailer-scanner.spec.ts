import fc from 'fast-check';
import { readReport } from './script-report';
import { TrailerScanner } from './trailer-scanner';

const NONCE = 'c0ffee';
const MARKER = `\0toolyard ${NONCE} `;

function scan(chunks: Buffer[]): { output: string; trailer: string | null; rest: string } {
  const output: Buffer[] = [];
  const scanner = new TrailerScanner(NONCE, (bytes) => output.push(Buffer.from(bytes)));
  for (const chunk of chunks) scanner.push(chunk);
  scanner.flush();
  const { trailer, rest } = scanner;
  return { output: Buffer.concat(output).toString('latin1'), trailer, rest: rest.toString() };
}

const inPieces = (text: string, size: number): Buffer[] => {
  const bytes = Buffer.from(text, 'latin1');
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
};

/** Text that likes to look like the beginning of a report. */
const output = fc
  .array(fc.oneof(fc.nat({ max: MARKER.length - 1 }), fc.constantFrom('\0', 'a', '\n', '\0tool')))
  .map((parts) => parts.map((it) => (typeof it === 'number' ? MARKER.slice(0, it) : it)).join(''));

describe('TrailerScanner', () => {
  it('parts output and report wherever the chunks end', () => {
    fc.assert(
      fc.property(output, fc.integer({ min: 1, max: 40 }), (text, size) => {
        const seen = scan(inPieces(`${text}${MARKER}{"exit":0}\nready\n`, size));

        expect(seen).toEqual({ output: text, trailer: '{"exit":0}', rest: 'ready\n' });
      }),
      { numRuns: 500 },
    );
  });

  it('gives everything as output when no report comes', () => {
    fc.assert(
      fc.property(output, fc.integer({ min: 1, max: 40 }), (text, size) => {
        expect(scan(inPieces(text, size))).toEqual({ output: text, trailer: null, rest: '' });
      }),
      { numRuns: 500 },
    );
  });
});

describe('readReport', () => {
  const report = { exit: 0, signal: null, elapsedMs: 4.2, oomKills: 0, memoryPeakBytes: 9 };

  it('reads what the container writes', () => {
    expect(readReport(JSON.stringify(report))).toEqual(report);
  });

  it('is null for anything else', () => {
    for (const text of ['', '{', 'null', '[]', '{"exit":"0"}', '{"exit":1e99}']) {
      expect(readReport(text)).toBeNull();
    }
    fc.assert(fc.property(fc.string(), (text) => readReport(text) === null));
  });
});
