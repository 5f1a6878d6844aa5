import type { Texts } from '@/foundation/errors/domain-error';
import { compileSchema, readParameters, type Parameters } from '../folder/parameters';
import { readTimeout } from '../folder/timeout';
import { idProblem } from '../folder/tool-id';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../json-text';
import { rename, type Edit, type Found } from './finding';
import { entryAt, nodeAt, removalOf, type JsonEntry, type JsonNode } from './json-tree';
import { nearName } from './near-name';
import { opening } from './schema-findings';

export interface DefinitionContext {
  /** The id the tool is edited under. */
  id: string;
  maxTimeoutSeconds: number;
  /** False when the declared parameters could not be made into a check of arguments. */
  isUsable: boolean;
}

/** What the schema cannot say about a definition, or not as helpfully. */
export function definitionFindings(
  definition: JsonObject,
  root: JsonNode,
  context: DefinitionContext,
): Found[] {
  return [
    ...idFindings(definition, root, context.id),
    ...descriptionFindings(definition, root),
    ...typeFindings(definition, root),
    ...requiredFindings(definition, root),
    ...nameFindings(definition, root),
    ...(context.isUsable ? [] : usabilityFindings(definition, root)),
    ...timeoutFindings(definition, root, context.maxTimeoutSeconds),
  ];
}

function idFindings(definition: JsonObject, root: JsonNode, expected: string): Found[] {
  const id = definition.get('id');
  const node = nodeAt(root, ['id']);
  if (typeof id !== 'string' || id === '' || node === null) {
    const text = expected === '' ? 'my_tool' : expected;
    return [
      {
        ...(node ?? opening(root)),
        severity: 'warning',
        rule: 'id_missing',
        message: {
          en: 'There is no id; the name of the folder would be used',
          'zh-CN': '未填写 id，将使用文件夹名称',
        },
        repair: {
          label: { en: `Set the id to ${text}`, 'zh-CN': `将 id 设为 ${text}` },
          edits: [
            node ? { ...range(node), insert: JSON.stringify(text) } : firstKey(root, 'id', text),
          ],
        },
      },
    ];
  }
  const problem = idProblem(id);
  if (problem) {
    const good = goodId(id);
    return [
      {
        ...range(node),
        severity: 'error',
        rule: 'id_refused',
        message: problem,
        repair: good === null ? null : rename(node, good, JSON.stringify(good)),
      },
    ];
  }
  if (expected === '' || id === expected) return [];
  return [
    {
      ...range(node),
      severity: 'info',
      rule: 'id_differs',
      message: {
        en: `The tool is edited as ${expected}; it would be called ${id}`,
        'zh-CN': `当前编辑的工具是 ${expected}，保存后将以 ${id} 为名`,
      },
      repair: rename(node, expected, JSON.stringify(expected)),
    },
  ];
}

export const range = ({ from, to }: { from: number; to: number }) => ({ from, to });

/** What remains of a refused id when everything a name cannot hold is taken out. */
function goodId(id: string): string | null {
  const good = id
    .trim()
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^[^A-Za-z]+|_+$/g, '')
    .slice(0, 64);
  return good !== '' && idProblem(good) === null ? good : null;
}

/** As the first property of the object, on a line of its own where the others have theirs. */
function firstKey(root: JsonNode, key: string, value: string): Edit {
  const isEmpty = root.entries.length === 0;
  const insert = `\n  ${JSON.stringify(key)}: ${JSON.stringify(value)}${isEmpty ? '\n' : ','}`;
  return { from: root.from + 1, to: root.from + 1, insert };
}

const isBlank = (value: JsonValue | undefined): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

function descriptionFindings(definition: JsonObject, root: JsonNode): Found[] {
  const found: Found[] = [];
  if (isBlank(definition.get('description'))) {
    found.push({
      ...(nodeAt(root, ['description']) ?? nodeAt(root, ['id']) ?? opening(root)),
      severity: 'warning',
      rule: 'missing_description',
      message: {
        en: 'Without a description a model cannot know when to use the tool',
        'zh-CN': '缺少 description，模型无法判断何时使用该工具',
      },
    });
  }
  for (const { entry, schema } of parametersOf(definition, root)) {
    if (!isJsonObject(schema) || !isBlank(schema.get('description'))) continue;
    found.push({
      from: entry.keyFrom,
      to: entry.keyTo,
      severity: 'info',
      rule: 'missing_description',
      message: {
        en: `Parameter ${entry.key} has no description; the model sees only its name`,
        'zh-CN': `参数 ${entry.key} 缺少 description，模型只能看到名称`,
      },
    });
  }
  return found;
}

/** As they will be once parameters.type is repaired: a wrong one must not make every name unknown. */
export function meantParameters(definition: JsonObject): Parameters {
  const given = definition.get('parameters');
  if (!isJsonObject(given)) return readParameters(definition);
  const parameters: JsonObject = new Map([...given, ['type', 'object']]);
  return readParameters(new Map([...definition, ['parameters', parameters]]));
}

export interface Declared {
  entry: JsonEntry;
  schema: JsonValue;
}

/** The declared parameters with their places. */
export function parametersOf(definition: JsonObject, root: JsonNode): Declared[] {
  const { properties } = meantParameters(definition);
  const node = nodeAt(root, ['parameters', 'properties']);
  return [...properties].flatMap(([name, schema]) => {
    const entry = node && entryAt(node, [name]);
    return entry ? [{ entry, schema }] : [];
  });
}

function typeFindings(definition: JsonObject, root: JsonNode): Found[] {
  const parameters = definition.get('parameters');
  const entry = entryAt(root, ['parameters']);
  if (entry === null || !isJsonObject(parameters)) return [];
  const type = parameters.get('type');
  if (type === 'object') return [];
  const node = nodeAt(entry.node, ['type']);
  const message: Texts = {
    en: 'parameters.type must be "object"',
    'zh-CN': 'parameters.type 必须为 "object"',
  };
  const label: Texts = { en: 'Change to "object"', 'zh-CN': '改为 "object"' };
  const edit = node
    ? { ...range(node), insert: '"object"' }
    : { from: entry.node.from + 1, to: entry.node.from + 1, insert: typeKey(entry.node) };
  return [
    {
      ...(node ? range(node) : { from: entry.keyFrom, to: entry.keyTo }),
      // Left out it is understood as "object".
      severity: type === undefined ? 'info' : 'error',
      rule: 'parameters_type',
      message,
      repair: { label, edits: [edit] },
    },
  ];
}

const typeKey = ({ entries }: JsonNode): string =>
  ` "type": "object"${entries.length === 0 ? ' ' : ','}`;

function requiredFindings(definition: JsonObject, root: JsonNode): Found[] {
  const { names } = meantParameters(definition);
  const inside = nodeAt(root, ['parameters', 'required']);
  const list = inside?.isArray ? inside : nodeAt(root, ['required']);
  const parameters = definition.get('parameters');
  const inner = isJsonObject(parameters) ? parameters.get('required') : null;
  const values = [inner, definition.get('required')].find((value) => Array.isArray(value));
  if (!list?.isArray || !Array.isArray(values)) return [];
  const free = names.filter((name) => !values.includes(name));
  return list.entries.flatMap((entry, index): Found[] => {
    const name = values[index];
    if (typeof name !== 'string' || names.includes(name)) return [];
    const near = nearName(name, free);
    return [
      {
        ...range(entry.node),
        severity: 'warning',
        rule: 'required_unknown',
        message: {
          en: `required names ${name}, which is not declared in properties; every call would fail`,
          'zh-CN': `required 中的 ${name} 未在 properties 中声明，所有调用都会失败`,
        },
        repair:
          near === null
            ? {
                label: { en: `Remove ${name}`, 'zh-CN': `删除 ${name}` },
                edits: [{ ...removalOf(list, entry), insert: '' }],
              }
            : rename(entry.node, near, JSON.stringify(near)),
      },
    ];
  });
}

/** Some providers refuse other names, and a placeholder cannot hold a dot or a bracket. */
const PARAMETER_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

function nameFindings(definition: JsonObject, root: JsonNode): Found[] {
  return parametersOf(definition, root)
    .filter(({ entry }) => !PARAMETER_NAME.test(entry.key))
    .map(({ entry }) => ({
      from: entry.keyFrom,
      to: entry.keyTo,
      severity: 'warning',
      rule: 'parameter_name',
      message: {
        en: 'A parameter should be named like a variable: letters, digits and underscores, 64 at most',
        'zh-CN': '参数名应与变量名一致：仅含字母、数字、下划线，不以数字开头，最多 64 个字符',
      },
    }));
}

function usabilityFindings(definition: JsonObject, root: JsonNode): Found[] {
  const { warning } = compileSchema(readParameters(definition).schema);
  const entry = entryAt(root, ['parameters']);
  if (warning === null || entry === null) return [];
  const { keyFrom: from, keyTo: to } = entry;
  return [{ from, to, severity: 'warning', rule: 'parameters_unusable', message: warning }];
}

function timeoutFindings(definition: JsonObject, root: JsonNode, maxSeconds: number): Found[] {
  const value = definition.get('timeout');
  const node = nodeAt(root, ['timeout']);
  const { warning } = readTimeout(value, maxSeconds);
  const given = value instanceof JsonNumber ? Number(value.text) : Number(value);
  if (node === null || warning === null || !(given > maxSeconds)) return [];
  return [
    {
      ...range(node),
      severity: 'info',
      rule: 'timeout_limited',
      message: warning,
      repair: rename(node, String(maxSeconds)),
    },
  ];
}
