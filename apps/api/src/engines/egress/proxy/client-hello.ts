/** What the first message of a TLS client says about the name it wants. */
export type Greeting =
  | { kind: 'incomplete' }
  | { kind: 'malformed' }
  | { kind: 'hello'; serverName: string | null; hidesName: boolean };

const HANDSHAKE = 22;
const CLIENT_HELLO = 1;
const RECORD_HEAD = 5;
const MESSAGE_HEAD = 4;
const SERVER_NAME = 0;
const ENCRYPTED_CLIENT_HELLO = 0xfe0d;
const LARGEST_HELLO = 16 * 1024;
/** Above what the records of the largest hello take, were they a few bytes each. */
const MOST_BYTES = 2 * LARGEST_HELLO;

export const startsTls = (bytes: Buffer): boolean => bytes[0] === HANDSHAKE;

/** The format of SSL 2, which some servers still take for TLS and which cannot name a host. */
export const startsAncientTls = (bytes: Buffer): boolean =>
  (bytes[0] ?? 0) >= 0x80 && bytes[2] === CLIENT_HELLO && (bytes[3] === 2 || bytes[3] === 3);

/** The hello may be cut into any number of records and packets. */
export function readGreeting(bytes: Buffer): Greeting {
  if (bytes.length > MOST_BYTES) return { kind: 'malformed' };
  const records: Buffer[] = [];
  for (let at = 0; at + RECORD_HEAD <= bytes.length;) {
    if (bytes[at] !== HANDSHAKE || bytes[at + 1] !== 3) return { kind: 'malformed' };
    const end = at + RECORD_HEAD + bytes.readUInt16BE(at + 3);
    records.push(bytes.subarray(at + RECORD_HEAD, end));
    at = end;
  }
  const message = Buffer.concat(records);
  if (message.length < MESSAGE_HEAD) return { kind: 'incomplete' };
  if (message[0] !== CLIENT_HELLO) return { kind: 'malformed' };
  const length = message.readUIntBE(1, 3);
  if (length > LARGEST_HELLO) return { kind: 'malformed' };
  if (message.length < MESSAGE_HEAD + length) return { kind: 'incomplete' };
  try {
    return readHello(new Cursor(message.subarray(MESSAGE_HEAD, MESSAGE_HEAD + length)));
  } catch (thrown) {
    if (thrown instanceof RangeError) return { kind: 'malformed' };
    throw thrown;
  }
}

function readHello(hello: Cursor): Greeting {
  const VERSION_AND_RANDOM = 34;
  hello.take(VERSION_AND_RANDOM);
  hello.take(hello.number(1));
  hello.take(hello.number(2));
  hello.take(hello.number(1));
  const extensions = hello.isAtEnd ? null : new Cursor(hello.take(hello.number(2)));
  let serverName: string | null = null;
  let hidesName = false;
  while (extensions && !extensions.isAtEnd) {
    const type = extensions.number(2);
    const body = extensions.take(extensions.number(2));
    if (type === ENCRYPTED_CLIENT_HELLO) hidesName = true;
    if (type !== SERVER_NAME) continue;
    // A second list could be the one the server believes.
    if (serverName !== null) return { kind: 'malformed' };
    serverName = readServerName(new Cursor(body));
  }
  return { kind: 'hello', serverName, hidesName };
}

/** Exactly one host name; a list of several is malformed by the standard too. */
function readServerName(body: Cursor): string {
  const list = new Cursor(body.take(body.number(2)));
  const HOST_NAME = 0;
  const type = list.number(1);
  const name = list.take(list.number(2)).toString('latin1');
  if (type !== HOST_NAME || !list.isAtEnd || !body.isAtEnd) throw new RangeError('server name');
  return name;
}

/** Throws a RangeError when it is asked for more than there is. */
class Cursor {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  number(size: number): number {
    return this.take(size).readUIntBE(0, size);
  }

  take(size: number): Buffer {
    if (this.at + size > this.bytes.length) throw new RangeError('the message ends early');
    this.at += size;
    return this.bytes.subarray(this.at - size, this.at);
  }
}
