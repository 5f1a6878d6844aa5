import type { CustomToolFileName, JsonSchema } from '@contract/tools';
import type { ToolFileTexts } from '@contract/workshop';

export const FILE_NAMES: readonly CustomToolFileName[] = [
  'definition.json',
  'execution.py',
  'return.json',
  'tests.json',
  'meta.json',
];

export const isRequiredFile = (name: CustomToolFileName): boolean =>
  name === 'definition.json' || name === 'execution.py';

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** What a file starts with when it is created from its tab. */
export function starterText(name: CustomToolFileName, id: string, description = ''): string {
  if (name === 'execution.py') return "print('hello')\n";
  const starters = {
    'definition.json': {
      id,
      description,
      parameters: { type: 'object', properties: {}, required: [] },
    },
    'return.json': { truncate: 2000, template: '[{tool_id}] {output}' },
    'tests.json': { cases: [] },
    'meta.json': { notes: '' },
  };
  return json(starters[name]);
}

/** The first two files of a new tool. */
export const starterFiles = (id: string, description: string): ToolFileTexts => ({
  'definition.json': starterText('definition.json', id, description),
  'execution.py': starterText('execution.py', id),
});

export const changedFiles = (texts: ToolFileTexts, saved: ToolFileTexts): CustomToolFileName[] =>
  FILE_NAMES.filter((name) => texts[name] !== saved[name]);

/** The definition as an object, or null while it cannot be read. */
export function readDefinition(texts: ToolFileTexts): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(texts['definition.json'] ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

export function parameterNames(schema: JsonSchema | undefined): string[] {
  const properties = schema?.properties;
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
}

/** A first set of arguments: defaults, the first choice of an enum, and empty values for what is required. */
export function starterArguments(schema: JsonSchema): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name, property]) => required.includes(name) || property?.default !== undefined)
      .map(([name, property]) => [name, starterValue(property ?? {})]),
  );
}

function starterValue({ default: preset, enum: choices, type }: JsonSchema): unknown {
  if (preset !== undefined) return preset;
  if (Array.isArray(choices) && choices.length > 0) return choices[0];
  const values: Record<string, unknown> = { number: 0, integer: 0, boolean: false, array: [] };
  return type === 'object' ? {} : (values[String(type)] ?? '');
}
