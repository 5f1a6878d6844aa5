import type { CustomToolFileName } from '@/contract/tools';
import type { Texts } from '@/foundation/errors/domain-error';
import { isJsonObject, JsonFault, readJson, type JsonObject, type JsonValue } from '../json-text';
import { readAbilities } from './abilities';
import type { CustomTool, Defect } from './custom-tool';
import { lintExecution } from './lint';
import { compileSchema, readParameters } from './parameters';
import { NO_RETURN_LAYER, readReturnLayer } from './return-layer';
import { readTests } from '../tests/tool-tests';
import { readTimeout } from './timeout';
import { FILE_NAMES, SIZE_LIMITS, type FileProblem, type ToolFolder } from './tool-files';
import { idProblem } from './tool-id';

const ICON = /^[A-Za-z0-9_-]+\.svg$/;

/** Everything a folder says about its tool; whatever is wrong with it is told, never thrown. */
export function readTool(folder: ToolFolder, maxTimeoutSeconds: number): CustomTool {
  const definition = readDefinition(folder);
  const object: JsonObject = definition.object ?? new Map();
  const id = idOf(object, folder.directory);
  const parameters = readParameters(object);
  const timeout = readTimeout(object.get('timeout') ?? executionTimeout(object), maxTimeoutSeconds);
  const { validate, warning } = compileSchema(parameters.schema);
  const { abilities, warnings: abilityWarnings } = readAbilities(object);
  const extra = readLayers(folder);
  const code = folder.files['execution.py']?.text ?? '';
  const icon = iconOf(object, extra.meta);
  const defect = firstDefect(folder, definition.defect, id, object);
  const lint = defect?.kind === 'incomplete' ? [] : lintExecution(code, parameters.names);
  const found = [
    ...parameters.warnings,
    warning,
    timeout.warning,
    ...abilityWarnings,
    ...extra.warnings,
    ...ownWarnings(object, icon),
  ];
  return {
    id,
    directory: folder.directory,
    description: textOr(object.get('description'), `自定义工具 ${id}`),
    parameters,
    schema: parameters.schema,
    validate,
    category: textOr(object.get('category'), 'custom'),
    icon: icon !== null && ICON.test(icon) ? icon : null,
    timeoutSeconds: timeout.seconds,
    ...abilities,
    isStrict: object.get('strict') !== false,
    code,
    returnLayer: extra.layer,
    definition: definition.object,
    returnJson: extra.returnJson,
    meta: extra.meta,
    tests: extra.tests,
    defect,
    warnings: [...(definition.object ? found : extra.warnings), ...lint].filter(
      (text) => text !== null,
    ),
    hash: folder.hash,
    files: FILE_NAMES.filter((name) => folder.files[name] !== undefined),
  };
}

const firstDefect = (
  folder: ToolFolder,
  first: Defect | null,
  id: string,
  object: JsonObject,
): Defect | null => first ?? executionDefect(folder) ?? idDefect(id) ?? typeDefect(object);

const textOr = (value: JsonValue | undefined, fallback: string): string =>
  typeof value === 'string' && value.trim() !== '' ? value : fallback;

/** The folder's name serves when the definition gives none. */
function idOf(definition: JsonObject, directory: string): string {
  const id = definition.get('id');
  return typeof id === 'string' && id !== '' ? id : directory;
}

const executionOf = (definition: JsonObject): JsonObject | null => {
  const execution = definition.get('execution');
  return isJsonObject(execution ?? null) ? (execution as JsonObject) : null;
};

const executionTimeout = (definition: JsonObject): JsonValue | undefined =>
  executionOf(definition)?.get('timeout');

function iconOf(definition: JsonObject, meta: JsonObject | null): string | null {
  const icon = definition.get('icon') ?? meta?.get('icon');
  return typeof icon === 'string' && icon !== '' ? icon : null;
}

function ownWarnings(definition: JsonObject, icon: string | null): Texts[] {
  const warnings: Texts[] = [];
  if (typeof definition.get('id') !== 'string') {
    warnings.push({
      en: 'definition.json has no id; the name of the folder is used',
      'zh-CN': 'definition.json 未填写 id，已使用文件夹名称',
    });
  }
  if (icon !== null && !ICON.test(icon)) {
    warnings.push({
      en: `icon ${icon} is not the name of an SVG file; it is ignored`,
      'zh-CN': `icon ${icon} 不是有效的 SVG 文件名，已忽略`,
    });
  }
  return warnings;
}

function readDefinition({ files }: ToolFolder): {
  object: JsonObject | null;
  defect: Defect | null;
} {
  const file = files['definition.json'];
  if (file === undefined) return { object: null, defect: missing('definition.json') };
  if (file.text === null)
    return { object: null, defect: unreadable('definition.json', file.problem) };
  const { value, fault } = parsed(file.text);
  if (fault !== null) {
    const position = { line: fault.line, column: fault.column };
    return {
      object: null,
      defect: { kind: 'json', text: prefixed('definition.json', fault.text), position },
    };
  }
  if (isJsonObject(value)) return { object: value, defect: null };
  const text = {
    en: 'definition.json must hold an object',
    'zh-CN': 'definition.json 的顶层必须是对象',
  };
  return { object: null, defect: { kind: 'json', text, position: { line: 1, column: 1 } } };
}

function parsed(text: string): { value: JsonValue; fault: JsonFault | null } {
  try {
    return { value: readJson(text), fault: null };
  } catch (thrown) {
    if (thrown instanceof JsonFault) return { value: null, fault: thrown };
    throw thrown;
  }
}

const prefixed = (name: CustomToolFileName, { en, 'zh-CN': zh }: Texts): Texts => ({
  en: `${name}: ${en}`,
  'zh-CN': `${name}：${zh}`,
});

function executionDefect({ files }: ToolFolder): Defect | null {
  const file = files['execution.py'];
  if (file === undefined) return missing('execution.py');
  return file.text === null ? unreadable('execution.py', file.problem) : null;
}

const missing = (name: CustomToolFileName): Defect => ({
  kind: 'incomplete',
  text: { en: `${name} is missing`, 'zh-CN': `缺少 ${name}` },
  position: null,
});

function unreadable(name: CustomToolFileName, problem: FileProblem | null): Defect {
  return { kind: 'unreadable', text: fileProblemText(name, problem), position: null };
}

function fileProblemText(name: CustomToolFileName, problem: FileProblem | null): Texts {
  if (problem === 'too_large') {
    const limit = SIZE_LIMITS[name] / 1024;
    return { en: `${name} is larger than ${limit} KiB`, 'zh-CN': `${name} 超过 ${limit} KiB` };
  }
  if (problem === 'not_utf8')
    return { en: `${name} is not UTF-8`, 'zh-CN': `${name} 不是 UTF-8 编码` };
  return { en: `${name} cannot be read`, 'zh-CN': `无法读取 ${name}` };
}

function idDefect(id: string): Defect | null {
  const text = idProblem(id);
  return text && { kind: 'id', text, position: null };
}

/** Upstream texts say so plainly: there is only Python. */
function typeDefect(definition: JsonObject): Defect | null {
  const type = executionOf(definition)?.get('type');
  if (type === undefined || type === 'python') return null;
  const text = {
    en: 'Only the execution type python is supported',
    'zh-CN': '当前仅支持 python 执行类型',
  };
  return { kind: 'execution_type', text, position: null };
}

/** A broken optional layer counts as empty and is reported. */
function readLayers(folder: ToolFolder) {
  const warnings: Texts[] = [];
  const returned = readOptional(folder, 'return.json', warnings);
  const meta = readOptional(folder, 'meta.json', warnings);
  const tested = readTests(readOptional(folder, 'tests.json', warnings));
  const read =
    returned === null ? { layer: NO_RETURN_LAYER, warnings: [] } : readReturnLayer(returned);
  if (meta !== null && !isJsonObject(meta)) {
    warnings.push({
      en: 'meta.json must be an object; it is ignored',
      'zh-CN': 'meta.json 必须是对象，已忽略',
    });
  }
  return {
    layer: read.layer,
    returnJson: isJsonObject(returned) ? returned : null,
    meta: isJsonObject(meta) ? meta : null,
    tests: tested.tests,
    warnings: [...warnings, ...read.warnings, ...tested.warnings],
  };
}

function readOptional(
  { files }: ToolFolder,
  name: CustomToolFileName,
  warnings: Texts[],
): JsonValue {
  const file = files[name];
  if (file === undefined) return null;
  if (file.text === null) {
    warnings.push(fileProblemText(name, file.problem));
    return null;
  }
  const { value, fault } = parsed(file.text);
  if (fault === null) return value;
  warnings.push(prefixed(name, fault.text));
  return null;
}
