import { Injectable } from '@nestjs/common';
import type { LedgerCheck } from '@/contract/ledger';
import { ChainWalk } from './ledger-chain';
import { LedgerRepository } from './ledger.repository';
import { LedgerWriter } from './ledger-writer.service';

const READ_AT_ONCE = 2_000;

/** Reads the whole chain and computes every hash anew. */
@Injectable()
export class LedgerChecks {
  constructor(
    private readonly repository: LedgerRepository,
    private readonly writer: LedgerWriter,
  ) {}

  async check(): Promise<LedgerCheck> {
    await this.writer.settle();
    return checkChain(this.repository);
  }
}

/** Up to where the chain ended when it began: meanwhile people go on working. */
export async function checkChain(rows: LedgerRepository): Promise<LedgerCheck> {
  const [head, anchor] = [await rows.getHead(), await rows.findAnchor()];
  const walk = new ChainWalk(anchor);
  let at = anchor?.seq ?? 0;
  for (;;) {
    const entries = await rows.listBetween(at, head.seq, READ_AT_ONCE);
    for (const entry of entries) walk.step(entry);
    const last = entries.at(-1);
    if (!last) return walk.end(head);
    at = last.seq;
  }
}
