/** Spreadsheets run what begins like this; a number does not. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[-+]?(\d[\d,]*(\.\d+)?|\.\d+)([eE][-+]?\d+)?%?$/;

/** RFC 4180. What a spreadsheet would take for a formula gets an apostrophe in front. */
export const csvOf = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  [columns, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n');

function csvCell(cell: string): string {
  const safe = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Which columns hold numbers only; those stand at the right. */
export const numberColumns = (
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): boolean[] =>
  columns.map((_, at) => {
    const cells = rows.map((row) => row[at] ?? '').filter((cell) => cell.trim() !== '');
    return cells.length > 0 && cells.every((cell) => NUMBER.test(cell.trim()));
  });

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** `1.2 MB`, in the reader's language. */
export function sizeText(bytes: number, locale: string): string {
  const step = Math.min(
    UNITS.length - 1,
    Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1000)),
  );
  const value = bytes / 1000 ** step;
  return value.toLocaleString(locale, {
    style: 'unit',
    unit: UNITS[step],
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  });
}

export const filePath = (id: string): string => `/api/result-files/${encodeURIComponent(id)}`;
