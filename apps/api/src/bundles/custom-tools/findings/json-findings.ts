import { JsonFault, readJson, type JsonValue } from '../json-text';
import type { Edit, Found } from './finding';
import { locateJson, type JsonNode } from './json-tree';
import type { SourceText } from './source-text';

export interface ReadJson {
  value: JsonValue;
  root: JsonNode;
}

/** The file as a value with places, or what keeps it from being one. */
export function readLocated(source: SourceText): { read: ReadJson | null; found: Found[] } {
  const fault = faultOf(source.text);
  if (fault === null) {
    const root = locateJson(source.text);
    return { read: { value: readJson(source.text), root }, found: repeatedKeys(root) };
  }
  const at = offsetOf(source.text, fault);
  return { read: null, found: [invalidJson(source.text, fault, at)] };
}

function faultOf(text: string): JsonFault | null {
  try {
    readJson(text);
    return null;
  } catch (thrown) {
    if (thrown instanceof JsonFault) return thrown;
    throw thrown;
  }
}

const offsetOf = (text: string, { line, column }: JsonFault): number =>
  text.split('\n', line - 1).reduce((sum, before) => sum + before.length + 1, 0) + column - 1;

function invalidJson(text: string, fault: JsonFault, at: number): Found {
  const repair = repairOf(text, at);
  const isAtEnd = at >= text.length;
  const from = isAtEnd ? Math.max(0, text.trimEnd().length - 1) : at;
  const range = repair?.range ?? { from, to: isAtEnd ? text.length : at + 1 };
  return {
    ...range,
    severity: 'error',
    rule: 'invalid_json',
    message: {
      en: `Not valid JSON: ${fault.reason.en}`,
      'zh-CN': `不是有效的 JSON：${fault.reason['zh-CN']}`,
    },
    repair: repair && { label: repair.label, edits: repair.edits },
  };
}

interface Candidate {
  label: { en: string; 'zh-CN': string };
  edits: Edit[];
  /** What to underline. */
  range: { from: number; to: number };
}

/** The first change that lets the reader come further than before. */
function repairOf(text: string, at: number): Candidate | null {
  const reaches = ({ edits }: Candidate): boolean => {
    const next = applied(text, edits);
    const fault = faultOf(next);
    return fault === null || offsetOf(next, fault) - (next.length - text.length) > at;
  };
  return (
    [
      extraComma(text, at),
      missingComma(text, at),
      comment(text, at),
      foreignWord(text, at),
      otherQuotes(text, at),
      bareName(text, at),
      openEnd(text, at),
    ]
      .filter((candidate) => candidate !== null)
      .find(reaches) ?? null
  );
}

export const applied = (text: string, edits: readonly Edit[]): string =>
  edits.reduceRight(
    (result, { from, to, insert }) => result.slice(0, from) + insert + result.slice(to),
    text,
  );

const replaced = (
  from: number,
  to: number,
  insert: string,
  label: Candidate['label'],
): Candidate => ({
  label,
  edits: [{ from, to, insert }],
  range: { from, to: Math.max(to, from + 1) },
});

function extraComma(text: string, at: number): Candidate | null {
  const comma = text.slice(0, at).trimEnd().length - 1;
  if (text[comma] !== ',' || !/[\]},]/.test(text[at] ?? ',')) return null;
  return replaced(comma, comma + 1, '', { en: 'Remove the comma', 'zh-CN': '删除多余的逗号' });
}

function missingComma(text: string, at: number): Candidate | null {
  const end = text.slice(0, at).trimEnd().length;
  if (end === 0 || !/["{[\d\-tfn]/.test(text[at] ?? '')) return null;
  const { edits, label } = replaced(end, end, ',', { en: 'Insert a comma', 'zh-CN': '插入逗号' });
  return { edits, label, range: { from: at, to: at + 1 } };
}

function comment(text: string, at: number): Candidate | null {
  const found = /^(?:\/\/|#)[^\n]*|^\/\*[\s\S]*?\*\//.exec(text.slice(at))?.[0];
  if (found === undefined) return null;
  return replaced(at, at + found.length, '', {
    en: 'Remove the comment (JSON has none)',
    'zh-CN': '删除注释（JSON 不支持注释）',
  });
}

const WORDS: Record<string, string> = { True: 'true', False: 'false', None: 'null' };

function foreignWord(text: string, at: number): Candidate | null {
  const word = /^\w+/.exec(text.slice(at, at + 20))?.[0] ?? '';
  const meant = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
  if (meant === undefined) return null;
  return replaced(at, at + word.length, meant, {
    en: `Change to ${meant}`,
    'zh-CN': `改为 ${meant}`,
  });
}

const QUOTES = { en: 'Use double quotes', 'zh-CN': '改用双引号' };

function otherQuotes(text: string, at: number): Candidate | null {
  const found = /^'([^'"\\\n]*)'|^[“”]([^“”"\\\n]*)[“”]/.exec(text.slice(at, at + 10_000));
  if (!found) return null;
  const content = found[1] ?? found[2] ?? '';
  return replaced(at, at + found[0].length, JSON.stringify(content), QUOTES);
}

function bareName(text: string, at: number): Candidate | null {
  const name = /^[\p{L}_$][\w$-]*(?=\s*:)/u.exec(text.slice(at, at + 200))?.[0];
  return name === undefined ? null : replaced(at, at + name.length, `"${name}"`, QUOTES);
}

function openEnd(text: string, at: number): Candidate | null {
  if (text.slice(at).trim() !== '') return null;
  const open: string[] = [];
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{') open.unshift('}');
    else if (token === '[') open.unshift(']');
    else if (token === '}' || token === ']') open.shift();
  }
  const end = text.trimEnd().length;
  const closing = open.join('');
  if (closing === '') return null;
  const { edits } = replaced(end, end, closing, QUOTES);
  const label = { en: `Close with ${closing}`, 'zh-CN': `补全 ${closing}` };
  return { edits, label, range: { from: Math.max(0, end - 1), to: end } };
}

/** JSON allows it, and quietly forgets the first one. */
function repeatedKeys(node: JsonNode): Found[] {
  const last = new Map(node.entries.map((entry) => [entry.key, entry]));
  const own = node.entries
    .filter((entry) => last.get(entry.key) !== entry)
    .map(({ key, keyFrom, keyTo }): Found => ({
      from: keyFrom,
      to: keyTo,
      severity: 'warning',
      rule: 'repeated_key',
      message: {
        en: `${key} comes again further down; this one is ignored`,
        'zh-CN': `${key} 在后面重复出现，此处的值会被忽略`,
      },
    }));
  return [...own, ...node.entries.flatMap((entry) => repeatedKeys(entry.node))];
}
