import type { Texts } from '@/foundation/errors/domain-error';
import { readField, isFault } from '../template/format-field';
import { Template } from '../template/template';
import {
  MissingParameter,
  TemplateNotRendered,
  type FaultPlace,
} from '../template/template.errors';
import { rename, type Edit, type Found } from './finding';
import { literalBraces } from './literal-braces';
import { nearName } from './near-name';

const MOST_FAULTS = 100;
/** Characters read again in all: the reader stops at the first fault, so each one costs another reading. */
const MOST_READ = 4_000_000;

type Fault = (MissingParameter | TemplateNotRendered) & { place: FaultPlace };

/** What one fault means, and the braces that are taken out of the way to find the next one. */
interface Explained {
  found: Found;
  braces: number[];
}

/**
 * All faults of the placeholders, each as the renderer itself finds it: after the first the braces at fault are taken
 * for brackets, in a copy of equal length, and the copy is read again.
 */
export function templateFindings(
  text: string,
  names: readonly string[],
): { found: Found[]; used: Set<string> | null } {
  const declared = new Set(names);
  const found: Found[] = [];
  let copy = text;
  for (let read = 0; found.length < MOST_FAULTS && read <= MOST_READ; read += text.length) {
    const next = readOnce(copy, declared);
    if (next instanceof Template) return { found, used: next.parameters };
    const explained = explain(copy, next, declared);
    found.push(explained.found);
    copy = withBrackets(copy, explained.braces);
  }
  return { found, used: null };
}

function readOnce(text: string, declared: ReadonlySet<string>): Template | Fault {
  try {
    return Template.read(text, declared);
  } catch (thrown) {
    const isFaulty = thrown instanceof MissingParameter || thrown instanceof TemplateNotRendered;
    if (isFaulty && thrown.place !== null) return thrown as Fault;
    throw thrown;
  }
}

function withBrackets(text: string, braces: readonly number[]): string {
  const characters = text.split('');
  for (const at of braces) characters[at] = characters[at] === '}' ? ')' : '(';
  return characters.join('');
}

function explain(text: string, fault: Fault, declared: ReadonlySet<string>): Explained {
  const { place } = fault;
  if (place.kind === 'glued' || place.kind === 'escape') return unsafe(text, fault);
  const field = readField(text, place.from + 1);
  if (isFault(field) || place.kind === 'positional') return literal(text, place, declared);
  const isPlain = field.path === '' && !field.hasSpec;
  const isName = /^[\p{L}_]\w*$/u.test(field.key);
  if (place.kind !== 'undeclared') {
    return isExtra(text, place) ? extra(text, fault, field.key) : literal(text, place, declared);
  }
  const isPlaceholder = isName && (isPlain || place.until !== '');
  if (!isPlaceholder || isMeantLiterally(text, place, field.key)) {
    return literal(text, place, declared);
  }
  return undeclared(text, place, field.key, declared);
}

const bracesIn = (text: string, from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index).filter((at) =>
    /[{}]/.test(text[at] ?? ''),
  );

/** A place where the kind of the value would change the program. */
function unsafe(text: string, { place, reason }: Fault & { reason?: Texts }): Explained {
  const { from, to } = place;
  const brace = text[to - 1] === '{' ? to - 1 : from;
  const field = readField(text, brace + 1);
  const end = isFault(field) ? brace + 1 : field.end;
  const message = reason ?? { en: 'No value can stand here', 'zh-CN': '此处不能放置占位符' };
  return {
    found: { from, to: Math.max(to, from + 1), severity: 'error', rule: 'unsafe_context', message },
    braces: bracesIn(text, brace, Math.max(end, brace + 1)),
  };
}

const DOUBLE: Texts = { en: 'Double the braces', 'zh-CN': '写成双花括号' };

/** Braces that are meant as braces. */
function literal(text: string, place: FaultPlace, declared: ReadonlySet<string>): Explained {
  const { from, until } = place;
  const matched = text[from] === '{' ? literalBraces(text, place, declared) : [from];
  // Alone in a text a brace is just a character; in code doubling it would only move the fault.
  const isRepairable = matched !== null || until !== '' || text[from] === '}';
  const braces = matched ?? [from];
  const last = braces.at(-1) ?? from;
  const message: Texts =
    until === ''
      ? {
          en: 'These braces read as a placeholder. Write the braces of a dict, set or comprehension twice: {{ and }}',
          'zh-CN': '此处花括号会被当作占位符。字典、集合、推导式的花括号请写成 {{ 与 }}',
        }
      : {
          en: 'This brace reads as a placeholder. Write a literal brace twice: {{ or }}',
          'zh-CN': '此处花括号会被当作占位符。字面花括号请写成 {{ 或 }}',
        };
  const edits = braces.map((at): Edit => ({ from: at, to: at, insert: text[at] ?? '' }));
  return {
    found: {
      from,
      to: last + 1,
      severity: 'error',
      rule: 'unescaped_braces',
      message,
      repair: isRepairable ? { label: DOUBLE, edits } : null,
    },
    braces,
  };
}

/** `{a.b}`, `{a:>5}`, `{a!a}`: a placeholder with more than a placeholder may have. */
function isExtra(text: string, { kind, from, to, until }: FaultPlace): boolean {
  if (until !== '') return true;
  const written = text.slice(from, to);
  if (kind === 'path') return /^\{\w+(\.\w+|\[[^\]{}:]*\])+\}$/u.test(written);
  return kind === 'conversion' && /^\{\w+!\w\}$/u.test(written);
}

function extra(text: string, fault: Fault, key: string): Explained {
  const { from, to, kind, until } = fault.place;
  const written = text.slice(from, to);
  const behind = written.slice(key.length + 1, -1);
  const plain = kind === 'conversion' && behind.startsWith('!a') ? `{${key}!r}` : `{${key}}`;
  const better = kind === 'path' ? (until === '' ? `{${key}}${behind}` : null) : plain;
  const reason = (fault as TemplateNotRendered).reason;
  return {
    found: {
      from,
      to,
      severity: 'error',
      rule: 'bad_placeholder',
      message: { en: `${written}: ${reason.en}`, 'zh-CN': `${written}：${reason['zh-CN']}` },
      repair: better === null ? null : rename({ from, to }, better),
    },
    braces: bracesIn(text, from, to),
  };
}

/** A set of one variable of the script's own, or a text that Python's format() fills. */
function isMeantLiterally(text: string, { to, until }: FaultPlace, key: string): boolean {
  if (until === '') {
    const assigned = new RegExp(
      `(^|[\\n;(,]|\\bfor|\\bas|\\bimport)[ \\t]*${key}[ \\t]*(=(?!=)|\\bin\\b|,|:|$)`,
      'mu',
    );
    return assigned.test(text);
  }
  const end = until === '\n' ? -1 : text.indexOf(until, to);
  return end >= 0 && /^\s*\.\s*format(_map)?\s*\(/.test(text.slice(end + until.length, end + 50));
}

function undeclared(
  text: string,
  { from, to }: FaultPlace,
  key: string,
  declared: ReadonlySet<string>,
): Explained {
  const near = nearName(key, [...declared]);
  const nameRange = { from: from + 1, to: from + 1 + key.length };
  return {
    found: {
      from,
      to,
      severity: 'error',
      rule: 'undeclared_placeholder',
      message: {
        en: `${key} is not declared in parameters.properties of definition.json`,
        'zh-CN': `${key} 未在 definition.json 的 parameters.properties 中声明`,
      },
      repair: near === null ? null : rename(nameRange, near),
    },
    braces: bracesIn(text, from, to),
  };
}
