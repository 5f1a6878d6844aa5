import type { ToolCallStatus } from '@/contract/tools';
import type { Texts } from '@/foundation/errors/domain-error';
import { isJsonObject, JsonNumber, writeJson, type JsonObject, type JsonValue } from '../json-text';
import { readPattern } from '@/people/policy/pattern';

export const MOST_CASES = 200;

/** What must hold of a text: it passes, or the sentence says why not. */
export interface TextRule {
  kind: 'equals' | 'contains' | 'matches';
  expected: string;
  holds(text: string): boolean;
}

/** One case of tests.json. A case with a problem cannot run, and counts as failed. */
export interface TestCase {
  name: string;
  /** JSON exactly as it was written, so that long numbers keep their digits. */
  argumentsText: string;
  status: ToolCallStatus | null;
  returnCode: number | null;
  output: TextRule | null;
  message: TextRule | null;
  problem: Texts | null;
}

export interface ToolTestList {
  hasGate: boolean;
  cases: TestCase[];
}

export const NO_TESTS: ToolTestList = { hasGate: false, cases: [] };

const STATUSES: readonly string[] = [
  'completed',
  'error',
  'timeout',
  'cancelled',
  'denied',
  'oom',
  'output_limit',
  'killed',
  'engine_error',
] satisfies ToolCallStatus[];

/** Reads the whole list; what is wrong with it becomes a warning on the tool, never an error. */
export function readTests(value: JsonValue): { tests: ToolTestList; warnings: Texts[] } {
  if (value === null) return { tests: NO_TESTS, warnings: [] };
  const cases = isJsonObject(value) ? (value.get('cases') ?? []) : null;
  if (!isJsonObject(value) || !Array.isArray(cases)) {
    return { tests: NO_TESTS, warnings: [IGNORED] };
  }
  const read = cases.slice(0, MOST_CASES).map(readCase);
  if (cases.length > MOST_CASES) read.push(surplusCase(cases.length - MOST_CASES));
  const gate = value.get('gate') ?? false;
  return {
    tests: { hasGate: gate === true, cases: read },
    warnings: [...(typeof gate === 'boolean' ? [] : [NO_GATE]), ...read.flatMap(warningOf)],
  };
}

const warningOf = ({ name, problem }: TestCase): Texts[] =>
  problem === null
    ? []
    : [
        {
          en: `tests.json, ${name}: ${problem.en}`,
          'zh-CN': `tests.json 的 ${name}：${problem['zh-CN']}`,
        },
      ];

function readCase(value: JsonValue, index: number): TestCase {
  const object: JsonObject = isJsonObject(value) ? value : new Map();
  const given = object.get('name');
  const name = typeof given === 'string' && given.trim() !== '' ? given : `#${index + 1}`;
  const values = object.get('arguments') ?? new Map();
  const expected = object.get('expect') ?? new Map();
  const bare = { ...EMPTY_CASE, name };
  if (!isJsonObject(value) || !isJsonObject(values) || !isJsonObject(expected)) {
    return { ...bare, problem: NOT_OBJECTS };
  }
  return { ...bare, argumentsText: writeJson(values), ...readExpectations(expected) };
}

function readExpectations(expected: JsonObject): Partial<TestCase> {
  const unknown = [...expected.keys()].find((key) => !KEYS.includes(key));
  if (unknown !== undefined) return { problem: unknownKey(unknown) };
  const status = expected.get('status') ?? null;
  if (!isStatus(status)) return { problem: BAD_STATUS };
  const code = expected.get('return_code') ?? null;
  const returnCode = code instanceof JsonNumber ? Number(code.text) : null;
  if (code !== null && !Number.isInteger(returnCode)) return { problem: BAD_CODE };
  const output = readRule('output', expected.get('output') ?? null);
  const message = readRule('message', expected.get('message') ?? null);
  const problem = output.problem ?? message.problem;
  return { status, returnCode, output: output.rule, message: message.rule, problem };
}

const isStatus = (value: JsonValue): value is ToolCallStatus | null =>
  value === null || (typeof value === 'string' && STATUSES.includes(value));

interface ReadRule {
  rule: TextRule | null;
  problem: Texts | null;
}

function readRule(key: string, value: JsonValue): ReadRule {
  if (value === null) return { rule: null, problem: null };
  const [entry, ...others] = isJsonObject(value) ? [...value] : [];
  const [kind, expected] = entry ?? [];
  if (others.length > 0 || typeof expected !== 'string') return { rule: null, problem: oneOf(key) };
  if (kind === 'equals' || kind === 'contains') {
    const holds =
      kind === 'equals'
        ? (text: string) => isSameText(text, expected)
        : (text: string) => text.includes(expected);
    return { rule: { kind, expected, holds }, problem: null };
  }
  if (kind !== 'matches') return { rule: null, problem: oneOf(key) };
  const read = readPattern(expected);
  if ('problem' in read) return { rule: null, problem: prefixed(key, read.problem) };
  return { rule: { kind, expected, holds: (text) => read.pattern.test(text) }, problem: null };
}

/** The line break that print adds is nothing anybody wants to write into a test. */
const isSameText = (text: string, expected: string): boolean =>
  text === expected || text.replace(/\r?\n$/, '') === expected;

const EMPTY_CASE: TestCase = {
  name: '',
  argumentsText: '{}',
  status: null,
  returnCode: null,
  output: null,
  message: null,
  problem: null,
};
const KEYS = ['status', 'return_code', 'output', 'message'];

const surplusCase = (more: number): TestCase => ({
  ...EMPTY_CASE,
  name: '…',
  problem: {
    en: `only ${MOST_CASES} cases are run; ${more} more are left out`,
    'zh-CN': `最多运行 ${MOST_CASES} 个测试，另有 ${more} 个未运行`,
  },
});

const IGNORED: Texts = {
  en: 'tests.json must be an object with a list of cases; it is ignored',
  'zh-CN': 'tests.json 必须是包含 cases 列表的对象，已忽略',
};
const NO_GATE: Texts = {
  en: 'tests.json: gate must be true or false; it is off',
  'zh-CN': 'tests.json：gate 必须为 true 或 false，已视为关闭',
};
const NOT_OBJECTS: Texts = {
  en: 'the case, its arguments and expect must be objects',
  'zh-CN': '测试及其 arguments、expect 必须是对象',
};
const BAD_STATUS: Texts = {
  en: `status must be one of ${STATUSES.join(', ')}`,
  'zh-CN': `status 必须是以下之一：${STATUSES.join('、')}`,
};
const BAD_CODE: Texts = {
  en: 'return_code must be a whole number',
  'zh-CN': 'return_code 必须是整数',
};
const unknownKey = (key: string): Texts => ({
  en: `expect has the unknown key ${key}`,
  'zh-CN': `expect 含有未知的键 ${key}`,
});
const oneOf = (key: string): Texts => ({
  en: `${key} must have exactly one of equals, contains and matches, with a text`,
  'zh-CN': `${key} 必须且只能包含 equals、contains、matches 之一，值为文本`,
});
const prefixed = (key: string, { en, 'zh-CN': zh }: Texts): Texts => ({
  en: `${key} is ${en}`,
  'zh-CN': `${key} ${zh}`,
});
