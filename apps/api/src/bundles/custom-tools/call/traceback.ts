const FRAME = /^([ |+]*)File "(.*)", line (\d+)/;
const REPEATED = /^[ |+]*\[Previous line repeated \d+ more times?\]$/;
const HEAD = /^[ |+]*(?:\+-)?\s*(?:Exception Group )?Traceback \(most recent call last\):$/;

/** The line of the script a traceback (or a syntax error) ends in; null when it names none. */
export function lastLineOf(stderr: string, fileName: string): number | null {
  const lines = stderr.split(/\r?\n/).reverse();
  for (const line of lines) {
    const [, , file, number] = FRAME.exec(line) ?? [];
    if (file === fileName) return Number(number);
  }
  return null;
}

/**
 * Tracebacks without their frames: Python quotes the source in them, and that is not for everybody who may call a
 * tool. The exception itself stays.
 */
export function withoutFrames(text: string): string {
  if (!text.includes('File "')) return text;
  const kept: string[] = [];
  let margin: string | null = null;
  for (const line of text.split('\n')) {
    const frame = FRAME.exec(line);
    if (frame) {
      margin = frame[1] ?? '';
      if (HEAD.test(kept.at(-1) ?? '')) kept.pop();
      continue;
    }
    // Quoted source and its carets stand deeper than the frame they belong to.
    if (margin !== null && (line.startsWith(`${margin} `) || REPEATED.test(line))) continue;
    margin = null;
    kept.push(line);
  }
  return kept.join('\n');
}
