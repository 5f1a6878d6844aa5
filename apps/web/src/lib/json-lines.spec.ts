/** @jest-environment node */
import { readJsonLines } from './json-lines';

const bytes = new TextEncoder();

function bodyOf(pieces: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      pieces.forEach((piece) => controller.enqueue(piece));
      controller.close();
    },
  });
}

async function readAll(pieces: Uint8Array[]): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const value of readJsonLines(bodyOf(pieces))) values.push(value);
  return values;
}

describe('lines of JSON', () => {
  it('come out whole however the body was cut, also inside a character', async () => {
    const whole = bytes.encode('{"a":"试"}\n{"b":1}\n\n{"c":null}');
    for (let cut = 0; cut <= whole.length; cut++) {
      const values = await readAll([whole.slice(0, cut), whole.slice(cut)]);
      expect(values).toEqual([{ a: '试' }, { b: 1 }, { c: null }]);
    }
  });

  it('tell the sender when nobody reads any more', async () => {
    let wasCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes.encode('1\n2\n')),
      cancel: () => void (wasCancelled = true),
    });
    for await (const value of readJsonLines(body)) {
      expect(value).toBe(1);
      break;
    }
    expect(wasCancelled).toBe(true);
  });
});
