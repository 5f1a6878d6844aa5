import type { Locale } from '@/contract/errors';
import type { CustomToolFileName } from '@/contract/tools';
import type { Finding, FindingSeverity } from '@/contract/workshop';
import type { Texts } from '@/foundation/errors/domain-error';
import type { SourceText } from './source-text';

export interface Edit {
  from: number;
  to: number;
  insert: string;
}

/** A finding in both languages, with offsets in the checked text. */
export interface Found {
  from: number;
  to: number;
  severity: FindingSeverity;
  rule: string;
  message: Texts;
  repair?: { label: Texts; edits: Edit[] } | null;
}

const RANK: Record<FindingSeverity, number> = { error: 0, warning: 1, info: 2 };

/** In the order of the file; what is worse comes first where two begin at the same place. */
export function tell(
  found: readonly Found[],
  { file, source, locale }: { file: CustomToolFileName; source: SourceText; locale: Locale },
): Finding[] {
  return found
    .toSorted((one, other) => one.from - other.from || RANK[one.severity] - RANK[other.severity])
    .map(({ from, to, severity, rule, message, repair }) => ({
      file,
      from: source.originalAt(from),
      to: source.originalAt(to),
      ...source.positionAt(from),
      severity,
      rule,
      message: message[locale],
      repair: repair
        ? {
            label: repair.label[locale],
            edits: repair.edits.map((edit) => ({
              from: source.originalAt(edit.from),
              to: source.originalAt(edit.to),
              insert: edit.insert,
            })),
          }
        : null,
    }));
}

export const rename = (range: { from: number; to: number }, name: string, insert = name) => ({
  label: { en: `Change to ${name}`, 'zh-CN': `改为 ${name}` },
  edits: [{ from: range.from, to: range.to, insert }],
});
