import type { Duplex } from 'node:stream';
import { FrameDemuxer, type OutputStream } from './streams/frame-demuxer';

const READY = 'toolyard ready 1';
const STARTED = 'toolyard started';
const MAGIC = 'TOOLYARD2';
const COMPLAINT_CHARS = 2_000;

export interface ScriptHeader {
  script: string;
  fileName: string;
  parametersJson: string;
  secrets: Readonly<Record<string, string>>;
}

export interface CallOrder {
  nonce: string;
  header: ScriptHeader;
  /** Whether the container makes itself ready for another call afterwards. */
  isKept: boolean;
}

/** What a call wants to know of its container. */
export interface ConnectionListener {
  onStarted(): void;
  onOutput(stream: OutputStream, bytes: Buffer): void;
  onClosed(): void;
}

type Phase = 'warming' | 'ready' | 'called' | 'started' | 'closed';

/** The one line to a container: says when its interpreter waits, carries a call in and its output out. */
export class ContainerConnection {
  /** Of the call to come: a container that is kept becomes ready again. */
  ready: Promise<boolean>;
  readonly closed: Promise<void>;
  private readonly demuxer: FrameDemuxer;
  private phase: Phase = 'warming';
  private greeting = '';
  private complaint = '';
  private listener: ConnectionListener | null = null;
  private settleReady: (isReady: boolean) => void = () => undefined;
  private settleClosed: () => void = () => undefined;

  constructor(
    readonly containerId: string,
    readonly name: string,
    private readonly socket: Duplex,
  ) {
    this.ready = this.promiseReady();
    this.closed = new Promise((resolve) => (this.settleClosed = resolve));
    this.demuxer = new FrameDemuxer((stream, bytes) => this.receive(stream, bytes));
    socket.on('data', (chunk: Buffer) => this.demuxer.push(chunk));
    socket.on('error', () => this.close());
    socket.on('end', () => this.close());
    socket.on('close', () => this.close());
  }

  get isWaiting(): boolean {
    return this.phase === 'ready';
  }

  get isClosed(): boolean {
    return this.phase === 'closed';
  }

  /** What the container said instead of doing its work, for the log. */
  get lastWords(): string {
    return this.complaint.trim();
  }

  /** Only while it waits. A container that is gone closes the listener at once. */
  call({ nonce, header, isKept }: CallOrder, listener: ConnectionListener): void {
    if (this.phase !== 'ready') {
      listener.onClosed();
      return;
    }
    this.listener = listener;
    this.phase = 'called';
    const body = Buffer.from(JSON.stringify(header));
    const head = `${MAGIC} ${nonce} ${body.length}${isKept ? ' keep' : ''}\n`;
    this.socket.write(Buffer.concat([Buffer.from(head), body]));
  }

  /** The call has its report on both streams; `rest` is what its container said since. */
  endCall(rest: Buffer): void {
    if (this.phase !== 'started') return;
    this.listener = null;
    this.phase = 'warming';
    this.ready = this.promiseReady();
    if (rest.length > 0) this.receive('stdout', rest);
  }

  /** The interpreter takes the end of its input as the order to die with everything it started. */
  endInput(): void {
    this.socket.end();
  }

  destroy(): void {
    this.socket.destroy();
    this.close();
  }

  /** The engine copies the two streams side by side: stderr may overtake the line that says started. */
  private receive(stream: OutputStream, bytes: Buffer): void {
    const isScripts = this.phase === 'started' || (this.phase === 'called' && stream === 'stderr');
    if (isScripts) this.listener?.onOutput(stream, bytes);
    else if (stream === 'stdout') this.readGreeting(bytes);
    else this.complaint = (this.complaint + bytes.toString()).slice(-COMPLAINT_CHARS);
  }

  private readGreeting(bytes: Buffer): void {
    const end = bytes.indexOf(0x0a);
    this.greeting += bytes.subarray(0, end < 0 ? bytes.length : end).toString();
    if (end < 0) return;
    const line = this.greeting;
    this.greeting = '';
    if (line === READY && this.phase === 'warming') {
      this.phase = 'ready';
      this.settleReady(true);
    } else if (line === STARTED && this.phase === 'called') {
      this.phase = 'started';
      this.listener?.onStarted();
    } else {
      this.complaint = line.slice(-COMPLAINT_CHARS);
    }
    if (end + 1 < bytes.length) this.receive('stdout', bytes.subarray(end + 1));
  }

  private promiseReady(): Promise<boolean> {
    return new Promise((resolve) => (this.settleReady = resolve));
  }

  private close(): void {
    if (this.phase === 'closed') return;
    this.phase = 'closed';
    this.settleReady(false);
    this.settleClosed();
    this.listener?.onClosed();
  }
}
