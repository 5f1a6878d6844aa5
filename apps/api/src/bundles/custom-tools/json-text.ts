import { DomainError } from '@/foundation/errors/domain-error';

/** A number exactly as it was spelled: integers beyond 2^53, `1.50` and `1E5` keep their digits. */
export class JsonNumber {
  constructor(readonly text: string) {}
}

/** Objects are maps: keys keep their order even when they look like numbers, and `__proto__` is only a key. */
export type JsonObject = Map<string, JsonValue>;
export type JsonValue = null | boolean | string | JsonNumber | JsonValue[] | JsonObject;

/** The text is not JSON; says where the reader stopped. */
export class JsonFault extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'json_invalid';

  constructor(
    readonly reason: { en: string; 'zh-CN': string },
    readonly line: number,
    readonly column: number,
  ) {
    super(
      {
        en: `Not valid JSON at line ${line}, column ${column}: ${reason.en}`,
        'zh-CN': `第 ${line} 行第 ${column} 列不是有效的 JSON：${reason['zh-CN']}`,
      },
      {
        en: 'Look at that position; an extra or missing comma is the usual cause.',
        'zh-CN': '请检查该位置，常见原因是多了或少了一个逗号。',
      },
    );
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const WORDS: [string, null | boolean][] = [
  ['true', true],
  ['false', false],
  ['null', null],
];
const MAX_DEPTH = 200;

export const readJson = (text: string): JsonValue => new JsonReader(text).read();

export const isJsonObject = (value: unknown): value is JsonObject => value instanceof Map;

class JsonReader {
  private at = 0;

  constructor(private readonly text: string) {}

  read(): JsonValue {
    const value = this.value(0);
    if (this.at < this.text.length)
      throw this.fault('unexpected text after the value', '值之后有多余内容');
    return value;
  }

  private value(depth: number): JsonValue {
    if (depth > MAX_DEPTH) throw this.fault('nested too deeply', '嵌套过深');
    this.match(SPACE);
    const value = this.bare(depth);
    this.match(SPACE);
    return value;
  }

  private bare(depth: number): JsonValue {
    const next = this.text[this.at];
    if (next === '{') return this.object(depth);
    if (next === '[') return this.array(depth);
    if (next === '"') return this.string();
    for (const [word, value] of WORDS) {
      if (!this.text.startsWith(word, this.at)) continue;
      this.at += word.length;
      return value;
    }
    const number = this.match(NUMBER);
    if (number) return new JsonNumber(number);
    if (next === undefined) throw this.fault('the text ends too early', '内容提前结束');
    throw this.fault(`unexpected ${JSON.stringify(next)}`, `意外的 ${JSON.stringify(next)}`);
  }

  private object(depth: number): JsonObject {
    const object: JsonObject = new Map();
    this.at++;
    this.match(SPACE);
    if (this.take('}')) return object;
    do {
      this.match(SPACE);
      if (this.text[this.at] !== '"') {
        throw this.fault('a name in double quotes is expected', '此处应为双引号括起的名称');
      }
      const key = this.string();
      this.match(SPACE);
      if (!this.take(':')) throw this.fault('":" is expected', '此处应为 ":"');
      object.set(key, this.value(depth + 1));
    } while (this.take(','));
    if (!this.take('}')) throw this.fault('"," or "}" is expected', '此处应为 "," 或 "}"');
    return object;
  }

  private array(depth: number): JsonValue[] {
    const items: JsonValue[] = [];
    this.at++;
    this.match(SPACE);
    if (this.take(']')) return items;
    do items.push(this.value(depth + 1));
    while (this.take(','));
    if (!this.take(']')) throw this.fault('"," or "]" is expected', '此处应为 "," 或 "]"');
    return items;
  }

  private string(): string {
    const literal = this.match(STRING);
    if (literal === undefined) throw this.fault('the string is broken', '字符串不完整');
    return JSON.parse(literal) as string;
  }

  private take(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private fault(en: string, zh: string): JsonFault {
    const before = this.text.slice(0, this.at).split('\n');
    return new JsonFault({ en, 'zh-CN': zh }, before.length, (before.at(-1)?.length ?? 0) + 1);
  }
}

/** JSON text of a value; with `indent` one entry per line, as a person would write it. */
export function writeJson(value: JsonValue, indent = 0, margin = ''): string {
  if (value instanceof JsonNumber) return value.text;
  if (!(value instanceof Map) && !Array.isArray(value)) return JSON.stringify(value);
  const inner = margin + ' '.repeat(indent);
  const space = indent > 0 ? ' ' : '';
  const items = Array.isArray(value)
    ? value.map((item) => writeJson(item, indent, inner))
    : [...value].map(
        ([key, item]) => `${JSON.stringify(key)}:${space}${writeJson(item, indent, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (items.length === 0) return open + close;
  if (indent === 0) return open + items.join(',') + close;
  return `${open}\n${items.map((item) => inner + item).join(',\n')}\n${margin}${close}`;
}

/** Ordinary JavaScript values, for code that needs no exact digits. */
export function toPlain(value: JsonValue): unknown {
  if (value instanceof JsonNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(toPlain);
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([key, item]) => [key, toPlain(item)]));
  }
  return value;
}

export function fromPlain(value: unknown): JsonValue {
  if (typeof value === 'number')
    return Number.isFinite(value) ? new JsonNumber(String(value)) : null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(fromPlain);
  if (value === null || typeof value !== 'object') return null;
  return new Map(Object.entries(value).map(([key, item]) => [key, fromPlain(item)]));
}

export function depthOf(value: JsonValue): number {
  const items = Array.isArray(value) ? value : value instanceof Map ? [...value.values()] : null;
  return items === null
    ? 0
    : 1 + items.reduce<number>((deepest, item) => Math.max(deepest, depthOf(item)), 0);
}
