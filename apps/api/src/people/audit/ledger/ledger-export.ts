import type { LedgerRow } from '@/contract/ledger';

export const EXPORT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
};
export type ExportFormat = keyof typeof EXPORT_TYPES;

/** With what the page shows only in the detail, and the hashes, so that the file can be checked without the database. */
export interface ExportedRow extends LedgerRow {
  arguments: string | null;
  facts: object;
  previousHash: string;
  hash: string;
}

const ROW_COLUMNS = ['seq', 'at', 'kind', 'actorId', 'actorName'] as const;
const DEED_COLUMNS = ['action', 'subject', 'subjectName', 'outcome'] as const;
const CALL_COLUMNS = [
  ...['callId', 'conversationId', 'runId', 'toolVersion', 'modelId', 'effect', 'reason', 'ruleId'],
  ...['policyVersion', 'approverId', 'approverName', 'containerId', 'queuedMs', 'runMs'],
  ...['argumentBytes', 'resultBytes', 'resultTokens', 'code'],
] as const;
const END_COLUMNS = ['arguments', 'facts', 'previousHash', 'hash'] as const;

/** The byte order mark tells spreadsheets that this is UTF-8. */
export const CSV_HEAD = `\uFEFF${[...ROW_COLUMNS, ...DEED_COLUMNS, ...CALL_COLUMNS, ...END_COLUMNS].join(',')}\r\n`;

export function csvLine(row: ExportedRow): string {
  const call: Record<string, unknown> = { ...row.call };
  const values = [
    ...[...ROW_COLUMNS, ...DEED_COLUMNS].map((name) => row[name]),
    ...CALL_COLUMNS.map((name) => call[name]),
    ...END_COLUMNS.map((name) => row[name]),
  ];
  return `${values.map(csvCell).join(',')}\r\n`;
}

export const jsonLine = (row: ExportedRow): string => `${JSON.stringify(row)}\n`;

/** A cell a spreadsheet could take for a formula begins with a quote: then it is text. */
function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = /^[\s]*[=+\-@|%]|^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
