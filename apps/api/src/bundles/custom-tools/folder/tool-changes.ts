import { fromPlain, isJsonObject, writeJson, type JsonObject } from '../json-text';
import type { CustomTool } from './custom-tool';
import type { FileChanges } from './tool-folder.repository';

/** What a person may set at once; undefined keeps what is stored, null and {} clear it. */
export interface ToolChanges {
  id: string;
  description?: unknown;
  parameters?: unknown;
  required?: unknown;
  category?: unknown;
  icon?: unknown;
  timeout?: unknown;
  dangerous?: unknown;
  strict?: unknown;
  limits?: unknown;
  network?: unknown;
  secrets?: unknown;
  isolation?: unknown;
  audience?: unknown;
  code?: string | null;
  returnLayer?: Record<string, unknown> | null;
  meta?: Record<string, unknown> | null;
}

const DEFINITION_KEYS = [
  'description',
  'parameters',
  'required',
  'category',
  'icon',
  'timeout',
  'dangerous',
  'strict',
  'limits',
  'network',
  'secrets',
  'isolation',
  'audience',
] as const;
const STUB = '# 在此编写 Python 代码，{参数名} 会被替换为参数值。\n'.replace(
  /[{}]/g,
  (brace) => brace + brace,
);

/** The files that follow from the changes; unknown keys of the definition stay where they are. */
export function filesAfter(stored: CustomTool | null, changes: ToolChanges): FileChanges {
  return {
    'definition.json': text(definitionAfter(stored?.definition ?? null, changes)),
    ...(changes.code !== undefined || stored === null
      ? { 'execution.py': changes.code ?? STUB }
      : {}),
    ...optional('return.json', changes.returnLayer),
    ...optional('meta.json', changes.meta),
  };
}

function definitionAfter(stored: JsonObject | null, changes: ToolChanges): JsonObject {
  const definition: JsonObject = new Map(stored ?? [['id', changes.id]]);
  definition.set('id', changes.id);
  for (const key of DEFINITION_KEYS) {
    const value = changes[key];
    if (value === undefined) continue;
    const given = fromPlain(value);
    const isCleared = given === null || (isJsonObject(given) && given.size === 0);
    if (isCleared) definition.delete(key);
    else definition.set(key, given);
  }
  return definition;
}

function optional(
  name: 'return.json' | 'meta.json',
  value: Record<string, unknown> | null | undefined,
): FileChanges {
  if (value === undefined) return {};
  const isEmpty = value === null || Object.keys(value).length === 0;
  return { [name]: isEmpty ? null : text(fromPlain(value) as JsonObject) };
}

const text = (object: JsonObject): string => `${writeJson(object, 2)}\n`;
