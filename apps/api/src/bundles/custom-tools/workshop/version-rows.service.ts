import { Injectable } from '@nestjs/common';
import type { TestSummary, VersionRow } from '@/contract/workshop';
import { TestResultsRepository, type TestedFiles } from '../tests/test-results.repository';
import type { VersionHead } from '../versions/versions.repository';

type SummaryOf = (files: TestedFiles) => TestSummary | null;

/** Versions as administrators see them. */
@Injectable()
export class VersionRows {
  constructor(private readonly results: TestResultsRepository) {}

  async rowsOf(heads: readonly VersionHead[], published: VersionHead | null) {
    const summaryOf = await this.results.listFor(heads);
    return heads.map((head) => rowOf(head, head.id === published?.id, summaryOf));
  }

  /** For many tools at once: one question for all of their results. */
  async forAll(
    heads: readonly VersionHead[],
  ): Promise<(head: VersionHead, isPublished: boolean) => VersionRow> {
    const summaryOf = await this.results.listFor(heads);
    return (head, isPublished) => rowOf(head, isPublished, summaryOf);
  }
}

const rowOf = (head: VersionHead, isPublished: boolean, summaryOf: SummaryOf): VersionRow => ({
  number: head.number,
  hash: head.hash,
  source: head.source,
  author: head.authorId === null ? null : { id: head.authorId, name: head.authorName ?? '' },
  note: head.note,
  createdAt: head.createdAt.toISOString(),
  isPublished,
  publishedAt: head.publishedAt?.toISOString() ?? null,
  tests: summaryOf(head),
});
