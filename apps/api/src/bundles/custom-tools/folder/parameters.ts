import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '@/contract/tools';
import type { Texts } from '@/foundation/errors/domain-error';
import { isJsonObject, toPlain, type JsonObject, type JsonValue } from '../json-text';

/** The declared parameters, cured where a provider would refuse them. */
export interface Parameters {
  /** What the model is shown. */
  schema: JsonSchema;
  properties: JsonObject;
  names: string[];
  required: string[];
  warnings: Texts[];
}

export function readParameters(definition: JsonObject): Parameters {
  const warnings: Texts[] = [];
  const given = objectOr(definition.get('parameters'), 'parameters', warnings);
  const hasBadType = given.has('type') && given.get('type') !== 'object';
  if (hasBadType) {
    warnings.push({
      en: 'parameters.type must be "object"',
      'zh-CN': 'parameters.type 必须为 "object"',
    });
  }
  const source: JsonObject = hasBadType ? new Map() : given;
  const properties = objectOr(source.get('properties'), 'parameters.properties', warnings);
  const names = [...properties.keys()];
  const required = readRequired(definition, given, warnings);
  for (const name of required) {
    if (properties.has(name)) continue;
    warnings.push({
      en: `required names ${name}, which is not declared in properties`,
      'zh-CN': `required 中的 ${name} 未在 properties 中声明`,
    });
  }
  const schema = {
    ...(toPlain(source) as JsonSchema),
    type: 'object',
    properties: toPlain(properties),
    required: required.filter((name) => properties.has(name)),
  };
  return { schema, properties, names, required, warnings };
}

function objectOr(value: JsonValue | undefined, path: string, warnings: Texts[]): JsonObject {
  if (value === undefined || value === null) return new Map();
  if (isJsonObject(value)) return value;
  warnings.push({
    en: `${path} must be an object; it is ignored`,
    'zh-CN': `${path} 必须是对象，已忽略`,
  });
  return new Map();
}

/** `parameters.required` wins even when empty, then the one at the top. */
function readRequired(definition: JsonObject, parameters: JsonObject, warnings: Texts[]): string[] {
  const given = [parameters.get('required'), definition.get('required')].find((list) =>
    Array.isArray(list),
  );
  if (!Array.isArray(given)) return [];
  const names = given.filter((name) => typeof name === 'string');
  if (names.length < given.length) {
    warnings.push({ en: 'required may hold only names', 'zh-CN': 'required 只能包含参数名' });
  }
  return [...new Set(names)];
}

/** Looks at schemas and keeps none: compiling the rules for schemas takes longer than all the rest, so it is done once. */
const rules = new Ajv({ strict: false, logger: false });

/** Null, with a warning, when the schema itself cannot be understood; such a tool is called unchecked. */
export function compileSchema(schema: JsonSchema): {
  validate: ValidateFunction | null;
  warning: Texts | null;
} {
  try {
    if (rules.validateSchema(schema) !== true) {
      return unusable(`schema is invalid: ${rules.errorsText()}`);
    }
    // One for each tool: an instance keeps every $id it has seen, and a tool must not see another one's.
    const ajv = new Ajv({ strict: false, logger: false, validateSchema: false });
    addFormats.default(ajv);
    return { validate: ajv.compile({ ...schema, required: [] }), warning: null };
  } catch (thrown) {
    return unusable(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

const unusable = (reason: string): { validate: null; warning: Texts } => ({
  validate: null,
  warning: {
    en: `parameters cannot be used for checking: ${reason}`,
    'zh-CN': `parameters 无法用于参数校验：${reason}`,
  },
});
