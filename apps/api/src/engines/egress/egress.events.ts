import type { EgressEntry } from './proxy/egress-record';

/** A call with network is over: what it asked for, and what became of it. */
export class EgressReported {
  constructor(
    readonly ownerId: string,
    readonly entries: readonly EgressEntry[],
  ) {}
}
