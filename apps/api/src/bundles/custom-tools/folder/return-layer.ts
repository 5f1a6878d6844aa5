import type { Texts } from '@/foundation/errors/domain-error';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../json-text';
import { readRedactions, type Redaction } from './redaction';

export type ViewKind = 'text' | 'markdown' | 'table' | 'image' | 'chart';

export interface ReturnLayer {
  truncate: number | null;
  template: string | null;
  /** Applied in this order before anyone sees anything of the output. */
  redact: readonly Redaction[];
  /** JSON Pointer of what is passed on; null when the output need not be JSON. */
  jsonPath: string | null;
  view: ViewKind;
}

export const NO_RETURN_LAYER: ReturnLayer = {
  truncate: null,
  template: null,
  redact: [],
  jsonPath: null,
  view: 'text',
};

const VIEWS: readonly ViewKind[] = ['text', 'markdown', 'table', 'image', 'chart'];
/** RFC 6901. */
const POINTER = /^(\/([^/~]|~[01])*)*$/;

interface Read<Value> {
  value: Value;
  warnings: Texts[];
}

/** Each key that cannot be used counts as absent and is reported (A-011, A-071, A-077). */
export function readReturnLayer(value: JsonValue): { layer: ReturnLayer; warnings: Texts[] } {
  if (!isJsonObject(value)) {
    const warning = ignored('', 'must be an object', '必须是对象');
    return { layer: NO_RETURN_LAYER, warnings: [warning] };
  }
  const truncate = readTruncate(value);
  const template = readTemplate(value);
  const redact = readRedactions(value.get('redact') ?? null);
  const jsonPath = readJsonPath(value);
  const view = readView(value);
  return {
    layer: {
      truncate: truncate.value,
      template: template.value,
      redact: redact.redactions,
      jsonPath: jsonPath.value,
      view: view.value,
    },
    warnings: [
      ...truncate.warnings,
      ...template.warnings,
      ...redact.problems.map(({ en, 'zh-CN': zh }) => ignored('redact', en, zh)),
      ...jsonPath.warnings,
      ...view.warnings,
    ],
  };
}

function ignored(key: string, en: string, zh: string): Texts {
  return {
    en: `return.json${key && `: ${key}`} ${en}; it is ignored`,
    'zh-CN': `return.json${key ? `：${key} ` : ' '}${zh}，已忽略`,
  };
}

/** Only whole numbers above zero cut. */
function readTruncate(layer: JsonObject): Read<number | null> {
  const given = layer.get('truncate') ?? null;
  if (given === null) return { value: null, warnings: [] };
  const number = given instanceof JsonNumber ? Number(given.text) : Number.NaN;
  if (Number.isInteger(number) && number > 0) return { value: number, warnings: [] };
  const warning = ignored('truncate', 'must be a whole number above 0', '必须为大于 0 的整数');
  return { value: null, warnings: [warning] };
}

/** Only text that says something replaces the message. */
function readTemplate(layer: JsonObject): Read<string | null> {
  const given = layer.get('template') ?? null;
  if (given === null) return { value: null, warnings: [] };
  if (typeof given === 'string') return { value: given.trim() === '' ? null : given, warnings: [] };
  return { value: null, warnings: [ignored('template', 'must be text', '必须为字符串')] };
}

/** `true` is the whole value, an object may name a part of it. */
function readJsonPath(layer: JsonObject): Read<string | null> {
  const given = layer.get('json') ?? false;
  if (given === false) return { value: null, warnings: [] };
  if (given === true) return { value: '', warnings: [] };
  const path = isJsonObject(given) ? (given.get('path') ?? '') : null;
  if (typeof path === 'string' && POINTER.test(path)) return { value: path, warnings: [] };
  const warning = ignored(
    'json',
    'must be true or an object whose path is a JSON Pointer',
    '必须为 true，或 path 为 JSON Pointer 的对象',
  );
  return { value: null, warnings: [warning] };
}

function readView(layer: JsonObject): Read<ViewKind> {
  const given = layer.get('view') ?? 'text';
  const view = VIEWS.find((known) => known === given);
  if (view) return { value: view, warnings: [] };
  const names = VIEWS.join(', ');
  const warning = ignored('view', `must be one of ${names}`, `必须为以下之一：${names}`);
  return { value: 'text', warnings: [warning] };
}
