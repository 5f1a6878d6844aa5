import type { Spot } from '../template/script-writer';
import type { Found } from './finding';
import { SourceText } from './source-text';

/** What Python says about the rendered script; columns are 1-based and count characters. */
export interface ScriptNote {
  kind: 'error' | 'warning';
  message: string;
  line: number;
  column: number | null;
  endLine: number | null;
  endColumn: number | null;
}

export const NOT_CHECKED: Found = {
  from: 0,
  to: 0,
  severity: 'info',
  rule: 'python_not_checked',
  message: {
    en: 'The container engine is not available, so the Python syntax was not checked',
    'zh-CN': '容器环境不可用，未检查 Python 语法',
  },
};

/**
 * Told at the template's own place. Rendering adds no lines; within a line the place is found by walking both
 * texts side by side from the last value before it.
 */
export function syntaxFindings(
  notes: readonly ScriptNote[],
  source: SourceText,
  rendered: { code: string; spots: readonly Spot[] },
): Found[] {
  const script = new SourceText(rendered.code);
  return notes.map((note) => {
    const line = source.lineRange(note.line);
    const indent = /^[ \t]*/.exec(source.text.slice(line.from, line.to))?.[0].length ?? 0;
    const whole = { from: line.from + indent, to: line.to };
    return {
      ...(rangeOf(note, { script, spots: rendered.spots, source }) ?? whole),
      severity: note.kind,
      rule: note.kind === 'error' ? 'python_syntax' : 'python_warning',
      message: {
        en: `Python: ${note.message}`,
        'zh-CN': `Python ${note.kind === 'error' ? '语法错误' : '警告'}：${note.message}`,
      },
    };
  });
}

interface Sides {
  script: SourceText;
  spots: readonly Spot[];
  source: SourceText;
}

function rangeOf(note: ScriptNote, sides: Sides): { from: number; to: number } | null {
  const { line, column, endLine, endColumn } = note;
  if (column === null || column < 1) return null;
  const from = placeOf(line, column, sides);
  if (from === null) return null;
  const end = sides.source.lineRange(line).to;
  const to = endLine === line && endColumn !== null ? placeOf(line, endColumn, sides) : end;
  return { from, to: to !== null && to > from ? to : Math.max(end, from) };
}

/** Offset in the template of a column of the script; null where the two differ too much to tell. */
function placeOf(line: number, column: number, { script, spots, source }: Sides): number | null {
  const { from, to } = script.lineRange(line);
  const characters = [...script.text.slice(from, to)].slice(0, column - 1);
  const target = from + characters.join('').length;
  const inside = spots.find((spot) => spot.from <= target && target < spot.to);
  if (inside) return inside.hole.from;
  const before = spots.findLast((spot) => spot.to <= target && spot.from >= from);
  return walk(
    { text: script.text, at: before?.to ?? from, target },
    { text: source.text, at: before?.hole.to ?? source.lineRange(line).from },
  );
}

function walk(
  script: { text: string; at: number; target: number },
  template: { text: string; at: number },
): number | null {
  let { at } = template;
  for (let place = script.at; place < script.target; place++) {
    const character = script.text[place] ?? '';
    if (template.text[at] !== character) return null;
    at += /[{}]/.test(character) && template.text[at + 1] === character ? 2 : 1;
  }
  return at;
}
