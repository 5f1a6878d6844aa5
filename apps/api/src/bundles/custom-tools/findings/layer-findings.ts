import { isFault, readField } from '../template/format-field';
import { readPattern } from '@/people/policy/pattern';
import { isJsonObject, toPlain, type JsonObject, type JsonValue } from '../json-text';
import { rename, type Found } from './finding';
import type { ReadJson } from './json-findings';
import { nodeAt, type JsonNode } from './json-tree';
import { nearName } from './near-name';

/** What a message template may name. */
const VARIABLES = ['output', 'stderr', 'return_code', 'tool_id'];

export function returnFindings({ value, root }: ReadJson, text: string): Found[] {
  if (!isJsonObject(value)) return [];
  const redact = value.get('redact') ?? null;
  const patterns = Array.isArray(redact)
    ? redact.flatMap((item, index) =>
        isJsonObject(item)
          ? patternFindings(item.get('pattern'), nodeAt(root, ['redact', String(index), 'pattern']))
          : [],
      )
    : [];
  return [...templateFindings(value, root, text), ...patterns];
}

function templateFindings(layer: JsonObject, root: JsonNode, text: string): Found[] {
  const template = layer.get('template');
  const node = nodeAt(root, ['template']);
  if (typeof template !== 'string' || node === null) return [];
  // Offsets inside the string are those of the file as long as nothing is escaped.
  const isPlain = text.slice(node.from + 1, node.to - 1) === template;
  const within = (from: number, to: number) =>
    isPlain
      ? { from: node.from + 1 + from, to: node.from + 1 + to }
      : { from: node.from, to: node.to };
  for (let at = 0; at < template.length;) {
    const character = template[at];
    if (character !== '{' && character !== '}') at++;
    else if (template[at + 1] === character) at += 2;
    else {
      const problem = fieldProblem(template, at);
      if (typeof problem !== 'number')
        return [
          {
            ...problem,
            ...within(problem.from, problem.to),
            repair: isPlain ? moved(problem, node.from + 1) : null,
          },
        ];
      at = problem;
    }
  }
  return [];
}

const moved = ({ repair }: Found, by: number): Found['repair'] =>
  repair && {
    label: repair.label,
    edits: repair.edits.map(({ from, to, insert }) => ({ from: from + by, to: to + by, insert })),
  };

/** Where the field ends, or why the template would be ignored. */
function fieldProblem(template: string, at: number): number | Found {
  const field = template[at] === '{' ? readField(template, at + 1) : null;
  if (field === null || isFault(field)) {
    return {
      from: at,
      to: at + 1,
      severity: 'warning',
      rule: 'template_ignored',
      message: {
        en: 'A single brace: the template is ignored. Write literal braces twice',
        'zh-CN': '存在单个花括号，模板会被忽略。字面花括号请写两次',
      },
      repair: {
        label: { en: 'Double the brace', 'zh-CN': '写成双花括号' },
        edits: [{ from: at, to: at, insert: template[at] ?? '' }],
      },
    };
  }
  const { key, end } = field;
  if (VARIABLES.includes(key) && end === at + key.length + 2) return end;
  const near = nearName(key, VARIABLES);
  const range = { from: at, to: end };
  const names = VARIABLES.map((name) => `{${name}}`);
  return {
    ...range,
    severity: 'warning',
    rule: 'unknown_variable',
    message: {
      en: `${template.slice(at, end)} is not one of ${names.join(', ')}; the template is ignored`,
      'zh-CN': `${template.slice(at, end)} 不是可用变量（${names.join('、')}），模板会被忽略`,
    },
    repair: near === null ? null : rename(range, `{${near}}`),
  };
}

function patternFindings(pattern: JsonValue | undefined, node: JsonNode | null): Found[] {
  if (typeof pattern !== 'string' || node === null) return [];
  const read = readPattern(pattern);
  if (!('problem' in read)) return [];
  const { from, to } = node;
  return [{ from, to, severity: 'error', rule: 'bad_pattern', message: read.problem }];
}

/** Patterns that cannot be read, and arguments that do not fit the parameters. */
export function testsFindings(
  { value, root }: ReadJson,
  parameters: { names: readonly string[]; required: readonly string[] },
): Found[] {
  const cases = isJsonObject(value) ? (value.get('cases') ?? null) : null;
  if (!Array.isArray(cases)) return [];
  return cases.flatMap((one, index) => {
    const node = nodeAt(root, ['cases', String(index)]);
    if (!isJsonObject(one) || node === null) return [];
    return [
      ...['output', 'message'].flatMap((key) =>
        patternFindings(
          (toPlain(one) as { expect?: Record<string, { matches?: string } | undefined> }).expect?.[
            key
          ]?.matches,
          nodeAt(node, ['expect', key, 'matches']),
        ),
      ),
      ...argumentFindings(node, parameters),
    ];
  });
}

function argumentFindings(
  node: JsonNode,
  { names, required }: { names: readonly string[]; required: readonly string[] },
): Found[] {
  const given = nodeAt(node, ['arguments']);
  if (given === null || given.isArray) return [];
  const present = given.entries.map(({ key }) => key);
  const free = names.filter((name) => !present.includes(name));
  const unknown = given.entries
    .filter(({ key }) => !names.includes(key))
    .map(({ key, keyFrom: from, keyTo: to }): Found => {
      const near = nearName(key, free);
      return {
        from,
        to,
        severity: 'warning',
        rule: 'test_argument_unknown',
        message: {
          en: `${key} is not a declared parameter; it is dropped`,
          'zh-CN': `${key} 不是已声明的参数，会被忽略`,
        },
        repair: near === null ? null : rename({ from, to }, near, JSON.stringify(near)),
      };
    });
  const absent = required.filter((name) => !present.includes(name));
  if (absent.length === 0) return unknown;
  const message = {
    en: `Required and not given: ${absent.join(', ')}`,
    'zh-CN': `缺少必填参数：${absent.join('、')}`,
  };
  const range = { from: given.from, to: given.from + 1 };
  return [...unknown, { ...range, severity: 'info', rule: 'test_argument_missing', message }];
}
