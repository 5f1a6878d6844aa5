import type { RenderedScript } from '@contract/workshop';

/** A stretch of a line: plain code, or a value with the parameter it came from. */
export interface CodePart {
  text: string;
  parameter: string | null;
}

/** Code by lines, cut where values stand; a value of several lines is marked on each. */
export function splitBySpots(code: string, spots: RenderedScript['spots']): CodePart[][] {
  const lines: CodePart[][] = [[]];
  const add = (text: string, parameter: string | null) =>
    text.split('\n').forEach((piece, place) => {
      if (place > 0) lines.push([]);
      if (piece !== '') lines.at(-1)?.push({ text: piece, parameter });
    });
  let at = 0;
  for (const { from, to, parameter } of spots) {
    if (from < at || to > code.length) continue;
    add(code.slice(at, from), null);
    add(code.slice(from, to), parameter);
    at = to;
  }
  add(code.slice(at), null);
  if (lines.length > 1 && lines.at(-1)?.length === 0) lines.pop();
  return lines;
}
