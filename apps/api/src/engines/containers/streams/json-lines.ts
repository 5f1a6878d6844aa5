import type { Readable } from 'node:stream';

/** Reads one JSON value per line until the stream ends or breaks; lines that are no JSON are passed over. */
export function readLines(stream: Readable, onValue: (value: unknown) => void): Promise<void> {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const value = parse(line);
      if (value !== null) onValue(value);
    }
  });
  return new Promise((resolve) => {
    for (const event of ['end', 'error', 'close']) stream.once(event, () => resolve());
  });
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
