import type { CustomToolFileName, JsonSchema } from '@contract/tools';

export const FILE_NAMES: readonly CustomToolFileName[] = [
  'definition.json',
  'execution.py',
  'return.json',
  'meta.json',
  'tests.json',
];

/** What a file starts with when it is created from its tab. */
export function starterText(name: CustomToolFileName, id: string): string {
  if (name === 'execution.py') return "print('hello')\n";
  const starters = {
    'definition.json': {
      id,
      description: '',
      parameters: { type: 'object', properties: {}, required: [] },
    },
    'return.json': { truncate: 2000, template: '[{tool_id}] {output}' },
    'meta.json': { notes: '' },
    'tests.json': { gate: false, cases: [] },
  };
  return `${JSON.stringify(starters[name], null, 2)}\n`;
}

/** The definition goes last: it may rename the tool, and the others are addressed by the old id. */
export const inSaveOrder = (names: readonly CustomToolFileName[]): CustomToolFileName[] =>
  [...FILE_NAMES].reverse().filter((name) => names.includes(name));

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
