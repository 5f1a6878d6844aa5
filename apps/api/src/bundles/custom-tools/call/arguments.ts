import type { ErrorObject } from 'ajv';
import type { Texts } from '@/foundation/errors/domain-error';
import { ArgumentRefused } from '../custom-tools.errors';
import type { CustomTool } from '../folder/custom-tool';
import {
  depthOf,
  isJsonObject,
  JsonNumber,
  toPlain,
  type JsonObject,
  type JsonValue,
} from '../json-text';
import { MissingParameter } from '../template/template.errors';
import { coerce } from './coercion';

const MAX_DEPTH = 100;
const MAX_DIGITS = 4000;

/**
 * The declared parameters with the values they will have: spelled numbers become numbers, absent and null optional
 * ones their default. What was not declared is dropped.
 * @throws MissingParameter, ArgumentRefused
 */
export function readArguments(tool: CustomTool, given: JsonObject): JsonObject {
  const { properties, required } = tool.parameters;
  const values: JsonObject = new Map();
  for (const name of required) {
    if (!given.has(name)) throw new MissingParameter(name);
  }
  for (const [name, schema] of properties) {
    const value = coerce(given.get(name) ?? null, schema);
    const isAbsent = value === null && !(required.includes(name) && given.has(name));
    values.set(name, isAbsent ? defaultOf(schema) : value);
    checkSize(name, value);
    if (isAbsent) continue;
    if (tool.isStrict) checkValue(tool, name, value);
  }
  return values;
}

const defaultOf = (schema: JsonValue): JsonValue =>
  isJsonObject(schema) ? (schema.get('default') ?? null) : null;

/** Beyond these Python itself gives up reading the script. */
function checkSize(name: string, value: JsonValue): void {
  if (depthOf(value) > MAX_DEPTH) {
    throw new ArgumentRefused(name, {
      en: `is nested deeper than ${MAX_DEPTH} levels`,
      'zh-CN': `嵌套超过 ${MAX_DEPTH} 层`,
    });
  }
  if (longestNumber(value) <= MAX_DIGITS) return;
  throw new ArgumentRefused(name, {
    en: `holds a number of more than ${MAX_DIGITS} digits`,
    'zh-CN': `包含超过 ${MAX_DIGITS} 位的数字`,
  });
}

function longestNumber(value: JsonValue): number {
  if (value instanceof JsonNumber) return value.text.length;
  const items = Array.isArray(value) ? value : isJsonObject(value) ? [...value.values()] : [];
  return items.reduce<number>((longest, item) => Math.max(longest, longestNumber(item)), 0);
}

/** One parameter at a time, so that the message can name it and absent ones are not looked at. */
function checkValue({ validate }: CustomTool, name: string, value: JsonValue): void {
  if (validate === null || validate({ [name]: toPlain(value) })) return;
  const problem = validate.errors?.find(({ instancePath }) => instancePath !== '');
  if (problem === undefined) return;
  const path = problem.instancePath
    .slice(1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~')
    .split('/')
    .join('.');
  throw new ArgumentRefused(path, reasonOf(problem));
}

const TYPES: Record<string, string> = {
  string: '字符串',
  number: '数字',
  integer: '整数',
  boolean: '布尔值',
  array: '数组',
  object: '对象',
  null: 'null',
};

/** The validator speaks English only; the common reasons are said in Chinese, too. */
export function reasonOf({ keyword, params, message = 'is not valid' }: ErrorObject): Texts {
  const facts = params as Record<string, unknown>;
  if (keyword === 'enum') {
    const allowed = (facts.allowedValues as unknown[])
      .map((value) => JSON.stringify(value))
      .join(', ');
    return { en: `must be one of ${allowed}`, 'zh-CN': `必须是以下值之一：${allowed}` };
  }
  return { en: message, 'zh-CN': chineseReason(keyword, facts) ?? message };
}

function chineseReason(keyword: string, facts: Record<string, unknown>): string | null {
  const limit = String(facts.limit);
  const reasons: Record<string, string> = {
    type: `必须是${[facts.type]
      .flat()
      .map((type) => TYPES[String(type)] ?? String(type))
      .join('或')}`,
    minimum: `必须大于或等于 ${limit}`,
    maximum: `必须小于或等于 ${limit}`,
    exclusiveMinimum: `必须大于 ${limit}`,
    exclusiveMaximum: `必须小于 ${limit}`,
    minLength: `长度不能少于 ${limit} 个字符`,
    maxLength: `长度不能超过 ${limit} 个字符`,
    minItems: `不能少于 ${limit} 项`,
    maxItems: `不能多于 ${limit} 项`,
    pattern: `必须匹配 ${String(facts.pattern)}`,
    format: `必须符合 ${String(facts.format)} 格式`,
    multipleOf: `必须是 ${String(facts.multipleOf)} 的倍数`,
    required: `缺少属性 ${String(facts.missingProperty)}`,
    additionalProperties: `不允许出现属性 ${String(facts.additionalProperty)}`,
  };
  return reasons[keyword] ?? null;
}
