import { Duplex } from 'node:stream';
import { ContainerConnection } from './container-connection';

/** The engine's end of a line: what a container would say goes in, what it is told comes out. */
class FakeLine extends Duplex {
  told = '';

  says(text: string, stream = 1): void {
    const header = Buffer.alloc(8);
    header[0] = stream;
    header.writeUInt32BE(Buffer.byteLength(text), 4);
    this.push(Buffer.concat([header, Buffer.from(text)]));
  }

  override _read(): void {}

  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.told += chunk.toString();
    done();
  }
}

const HEADER = {
  script: 'print(1)',
  fileName: 'execution.py',
  parametersJson: '{}',
  secrets: { TOKEN: 't0p' },
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

function open() {
  const line = new FakeLine();
  const heard: string[] = [];
  const connection = new ContainerConnection('id', 'name', line);
  const call = (isKept = false) =>
    connection.call(
      { nonce: 'n0nce', header: HEADER, isKept },
      {
        onStarted: () => heard.push('started'),
        onOutput: (stream, bytes) => heard.push(`${stream}:${bytes.toString()}`),
        onClosed: () => heard.push('closed'),
      },
    );
  return { line, heard, connection, call };
}

describe('ContainerConnection', () => {
  it('waits for the interpreter, then carries one call', async () => {
    const { line, heard, connection, call } = open();
    line.says('toolyard re');
    line.says('ady 1\n');
    expect(await connection.ready).toBe(true);
    call();
    line.says('toolyard started\n1\n');
    line.says('oh', 2);
    await settled();

    expect(heard).toEqual(['started', 'stdout:1\n', 'stderr:oh']);
    const body = JSON.stringify(HEADER);
    expect(line.told).toBe(`TOOLYARD2 n0nce ${body.length}\n${body}`);
    expect(connection.isWaiting).toBe(false);
  });

  it('waits again after a call when it is kept', async () => {
    const { line, heard, connection, call } = open();
    line.says('toolyard ready 1\n');
    await connection.ready;
    call(true);
    line.says('toolyard started\n1\n');
    await settled();
    connection.endCall(Buffer.from('toolyard re'));
    expect(connection.isWaiting).toBe(false);
    line.says('ady 1\n');
    expect(await connection.ready).toBe(true);
    expect(connection.isWaiting).toBe(true);
    call();
    line.says('toolyard started\n2\n');
    await settled();

    expect(line.told).toMatch(/^TOOLYARD2 n0nce \d+ keep\n\{/);
    expect(heard).toEqual(['started', 'stdout:1\n', 'started', 'stdout:2\n']);
  });

  it('loses nothing of stderr when it overtakes the start', async () => {
    const { line, heard, connection, call } = open();
    line.says('toolyard ready 1\n');
    await connection.ready;
    call();
    line.says('Traceback', 2);
    line.says('toolyard started\n');
    await settled();

    expect(heard).toEqual(['stderr:Traceback', 'started']);
  });

  it('is not ready when the container dies, and keeps its last words', async () => {
    const { line, connection } = open();
    line.says('python3: not found\n', 2);
    line.push(null);

    expect(await connection.ready).toBe(false);
    expect(connection.lastWords).toBe('python3: not found');
    expect(connection.isClosed).toBe(true);
  });

  it('closes a call at once that comes to a dead container', async () => {
    const { line, heard, connection, call } = open();
    line.says('toolyard ready 1\n');
    await connection.ready;
    line.push(null);
    await connection.closed;
    call();

    expect(heard).toEqual(['closed']);
    expect(line.told).toBe('');
  });

  it('survives an error on the line', async () => {
    const { line, heard, connection, call } = open();
    line.says('toolyard ready 1\n');
    await connection.ready;
    call();
    line.destroy(new Error('ECONNRESET'));
    await connection.closed;

    expect(heard).toEqual(['closed']);
  });
});
