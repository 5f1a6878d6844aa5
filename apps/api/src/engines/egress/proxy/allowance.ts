import { Transform } from 'node:stream';

export interface EgressLimits {
  connectionsAtOnce: number;
  /** Connections that were opened, allowed or not, and requests that were made, of one call each. */
  connections: number;
  requests: number;
  /** In both directions together. */
  bytes: number;
  /** Longest silence on a connection. */
  idleMs: number;
  /** From the first byte of a request, or the beginning of a connection, to the end of the headers. */
  headersMs: number;
}

export const EGRESS_LIMITS: EgressLimits = {
  connectionsAtOnce: 64,
  connections: 6_000,
  requests: 5_000,
  bytes: 512 * 1024 * 1024,
  idleMs: 60_000,
  headersMs: 10_000,
};

/** What one call has left. */
export class Allowance {
  private connections = 0;
  private requests = 0;
  private bytes = 0;

  constructor(private readonly limits: EgressLimits) {}

  get isUsedUp(): boolean {
    return this.bytes > this.limits.bytes;
  }

  /** False when this was one too many; so for the others. */
  countConnection(): boolean {
    return ++this.connections <= this.limits.connections;
  }

  countRequest(): boolean {
    return ++this.requests <= this.limits.requests;
  }

  /** Lets bytes through while there are some left; then fails, and with it the pipeline it is part of. */
  meter(onBytes: (count: number) => void = () => undefined): Transform {
    return new Transform({
      transform: (chunk: Buffer, _, done) => {
        this.bytes += chunk.length;
        onBytes(chunk.length);
        if (this.isUsedUp) done(new AllowanceUsedUp());
        else done(null, chunk);
      },
    });
  }
}

/** Never leaves this room. */
export class AllowanceUsedUp extends Error {}
