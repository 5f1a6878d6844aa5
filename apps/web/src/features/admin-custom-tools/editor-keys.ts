/** Inserts so that the browser's own undo still works; the old way is the only one that does. */
export function insertText(area: HTMLTextAreaElement, text: string): void {
  if (document.execCommand?.('insertText', false, text)) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The whole lines that a selection touches. */
export function touchedLines(text: string, start: number, end: number): [number, number] {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const lastSelected = end > start && text[end - 1] === '\n' ? end - 1 : end;
  const stop = text.indexOf('\n', lastSelected);
  return [from, stop < 0 ? text.length : stop];
}

export const indentLines = (lines: string, unit: string): string =>
  lines
    .split('\n')
    .map((line) => (line === '' ? line : unit + line))
    .join('\n');

export const outdentLines = (lines: string, unit: string): string =>
  lines
    .split('\n')
    .map((line) =>
      line.startsWith(unit) ? line.slice(unit.length) : line.replace(/^[ \t]{1,4}/, ''),
    )
    .join('\n');

/** What a new line begins with: the indent of this one, one step more after an opening. */
export function nextIndent(text: string, at: number, unit: string): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
  return /[:{[(]\s*$/.test(line) ? indent + unit : indent;
}

export function placeOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  return { line, column: at - before.lastIndexOf('\n') };
}

export function offsetOf(text: string, { line, column }: { line: number; column: number }): number {
  let start = 0;
  for (let passed = 1; passed < line; passed++) {
    const next = text.indexOf('\n', start);
    if (next < 0) return text.length;
    start = next + 1;
  }
  return Math.min(start + column - 1, text.length);
}
