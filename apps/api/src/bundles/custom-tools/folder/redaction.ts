import type { RE2JS } from 're2js';
import type { Texts } from '@/foundation/errors/domain-error';
import { isJsonObject, type JsonObject, type JsonValue } from '../json-text';
import { readPattern } from '@/people/policy/pattern';

/** What stands in place of what was found when the layer names nothing else. */
const REPLACEMENT = '***';
const LONGEST = 1000;
const MOST = 50;
/** A pattern costs about 25 ms for 10,000 characters, so few of them may stand in the way of a call. */
const MOST_PATTERNS = 10;

/** One replacement: of plain text as it stands, or of every match of an RE2 pattern. */
export type Redaction = { text: string; with: string } | { pattern: RE2JS; with: string };

export const hasPattern = (redactions: readonly Redaction[]): boolean =>
  redactions.some((redaction) => 'pattern' in redaction);

export function redacted(text: string, redactions: readonly Redaction[]): string {
  return redactions.reduce(
    (rest, redaction) =>
      'text' in redaction
        ? rest.replaceAll(redaction.text, () => redaction.with)
        : redaction.pattern.matcher(rest).replaceAll(() => redaction.with),
    text,
  );
}

export function readRedactions(given: JsonValue): { redactions: Redaction[]; problems: Texts[] } {
  if (given === null) return { redactions: [], problems: [] };
  if (!Array.isArray(given)) {
    return { redactions: [], problems: [{ en: 'must be a list', 'zh-CN': '必须为列表' }] };
  }
  const read = given.slice(0, MOST).map(readRedaction);
  const redactions = read.flatMap((one): Redaction[] => ('problem' in one ? [] : [one]));
  const problems = read.flatMap((one) => ('problem' in one ? [one.problem] : []));
  const surplus: Redaction[] = redactions.filter((one) => 'pattern' in one).slice(MOST_PATTERNS);
  if (given.length > MOST || surplus.length > 0) {
    problems.push({
      en: `takes ${MOST} entries, ${MOST_PATTERNS} of them patterns; the rest`,
      'zh-CN': `最多 ${MOST} 项，其中表达式最多 ${MOST_PATTERNS} 项，其余`,
    });
  }
  return { redactions: redactions.filter((one) => !surplus.includes(one)), problems };
}

function readRedaction(given: JsonValue, index: number): Redaction | { problem: Texts } {
  const entry = typeof given === 'string' ? new Map([['text', given]]) : given;
  const place = `redact[${index}]`;
  if (!isJsonObject(entry)) return unusable(place);
  const { text, pattern, replacement } = partsOf(entry);
  if (replacement === null) return unusable(place);
  if (isGiven(text) && pattern === undefined) return { text, with: replacement };
  if (!isGiven(pattern) || text !== undefined) return unusable(place);
  const read = readPattern(pattern);
  if ('pattern' in read) return { pattern: read.pattern, with: replacement };
  const { problem } = read;
  return {
    problem: { en: `(${place}) ${problem.en}`, 'zh-CN': `（${place}）${problem['zh-CN']}` },
  };
}

function partsOf(entry: JsonObject) {
  const replacement = entry.get('with') ?? REPLACEMENT;
  const isText = typeof replacement === 'string' && replacement.length <= LONGEST;
  return {
    text: entry.get('text'),
    pattern: entry.get('pattern'),
    replacement: isText ? replacement : null,
  };
}

const isGiven = (value: JsonValue | undefined): value is string =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST;

const unusable = (place: string) => ({
  problem: {
    en: `(${place}) must be text, {"text": …} or {"pattern": …}`,
    'zh-CN': `（${place}）必须为字符串、{"text": …} 或 {"pattern": …}`,
  },
});
