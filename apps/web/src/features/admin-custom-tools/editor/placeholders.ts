/** A brace or a pair of them in a template, as the renderer reads it. */
export interface Mark {
  from: number;
  to: number;
  kind: 'declared' | 'undeclared' | 'doubled' | 'lone';
}

const HOLE = /\{([A-Za-z_]\w*)(![rs])?\}/y;

/** Every brace of execution.py: a doubled one is text, `{name}` is a value, anything else cannot be rendered. */
export function pythonMarks(text: string, declared: readonly string[]): Mark[] {
  const marks: Mark[] = [];
  for (let at = nextBrace(text, 0); at >= 0; at = nextBrace(text, marks.at(-1)?.to ?? 0)) {
    marks.push(markAt(text, at, declared));
  }
  return marks;
}

function markAt(text: string, at: number, declared: readonly string[]): Mark {
  if (text[at + 1] === text[at]) return { from: at, to: at + 2, kind: 'doubled' };
  HOLE.lastIndex = at;
  const hole = HOLE.exec(text);
  if (!hole) return { from: at, to: at + 1, kind: 'lone' };
  const isDeclared = declared.includes(hole[1] ?? '');
  return { from: at, to: at + hole[0].length, kind: isDeclared ? 'declared' : 'undeclared' };
}

function nextBrace(text: string, from: number): number {
  const found = [text.indexOf('{', from), text.indexOf('}', from)].filter((at) => at >= 0);
  return found.length === 0 ? -1 : Math.min(...found);
}

/** What return.json may put into its template. */
export const RETURN_VARIABLES = ['output', 'stderr', 'return_code', 'tool_id'] as const;

const STRING = /"(?:[^"\\]|\\.)*"/g;

/** The variables inside the strings of return.json; its own braces are none. */
export function returnMarks(text: string, known: readonly string[] = RETURN_VARIABLES): Mark[] {
  return [...text.matchAll(STRING)].flatMap(({ 0: string, index }) =>
    [...string.matchAll(/\{(\w+)\}/g)].map((hole) => ({
      from: index + hole.index,
      to: index + hole.index + hole[0].length,
      kind: known.includes(hole[1] ?? '') ? ('declared' as const) : ('undeclared' as const),
    })),
  );
}
