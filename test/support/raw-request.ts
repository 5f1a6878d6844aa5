import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  text: string;
}

/** Sends exactly these bytes: clients tidy paths, lengths and header names before they send them. */
export function rawRequest(
  url: string,
  head: string[],
  body: Buffer | string = '',
): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (error) => (chunks.length > 0 ? undefined : reject(error)));
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text });
    });
    const [line = '', ...headers] = head;
    socket.write(
      `${[`${line} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`,
    );
    socket.write(body);
  });
}
