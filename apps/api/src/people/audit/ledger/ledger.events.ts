/** Rows came into the ledger; this is the newest place. */
export class LedgerGrew {
  constructor(readonly lastSeq: number) {}
}
