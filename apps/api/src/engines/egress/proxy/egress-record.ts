import type { Reason } from './refusal';

export interface EgressEntry {
  /** `host:port` as we read it; null for requests nobody could read, and for those past the longest record. */
  hostPort: string | null;
  decision: 'allowed' | Reason;
  times: number;
  /** Both directions together, without headers. */
  bytes: number;
}

/** A script can name more hosts than anybody wants to read. */
const MOST_ENTRIES = 200;

/** What a call asked for and what became of it, for the log and the ledger. */
export class EgressRecord {
  private entries = new Map<string, EgressEntry>();

  note(hostPort: string | null, decision: EgressEntry['decision']): EgressEntry {
    const known = this.entries.get(keyOf(hostPort, decision));
    const entry = known ?? this.enter(hostPort, decision);
    entry.times++;
    return entry;
  }

  /** Begins anew. */
  take(): EgressEntry[] {
    const entries = [...this.entries.values()];
    this.entries = new Map();
    return entries;
  }

  private enter(hostPort: string | null, decision: EgressEntry['decision']): EgressEntry {
    const named = this.entries.size < MOST_ENTRIES ? hostPort : null;
    const key = keyOf(named, decision);
    const entry = this.entries.get(key) ?? { hostPort: named, decision, times: 0, bytes: 0 };
    this.entries.set(key, entry);
    return entry;
  }
}

const keyOf = (hostPort: string | null, decision: string): string => `${decision} ${hostPort}`;
