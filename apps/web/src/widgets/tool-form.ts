import type { JsonSchema } from '@contract/tools';
import { isJson, itemSources, memberSources } from '@web/lib/json-source';

export type FieldKind =
  'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'object' | 'list' | 'json';

/** One argument of a tool, as a form shows it. */
export interface FormField {
  name: string;
  kind: FieldKind;
  isRequired: boolean;
  isNullable: boolean;
  help: string;
  /** Of a choice: the JSON text of each value and how it is shown. */
  choices: { source: string; label: string }[];
  /** JSON text of the default, or null. */
  defaultSource: string | null;
  /** Of an object its own schema, of a list that of its items. */
  inner: JsonSchema;
}

/** What was typed. An empty text of an optional field means: not given. */
export interface FieldEntry {
  text: string;
  isNull: boolean;
  /** Something inside an object or a list cannot be sent yet. */
  isBroken?: boolean;
}

export type FieldProblem = 'required' | 'number' | 'integer' | 'json' | 'inside';

export function fieldsOf(schema: JsonSchema): FormField[] {
  const required = Array.isArray(schema.required) ? (schema.required as unknown[]) : [];
  return Object.entries(objectOf(schema.properties)).map(([name, property]) =>
    fieldOf(name, objectOf(property), required.includes(name)),
  );
}

function fieldOf(name: string, property: JsonSchema, isRequired: boolean): FormField {
  const { core, isNullable } = withoutNull(property);
  const choices = choicesOf(core);
  const kind = choices.length > 0 ? 'choice' : kindOf(core);
  return {
    name,
    kind,
    inner: kind === 'list' ? objectOf(core.items) : kind === 'object' ? core : {},
    isRequired,
    isNullable,
    help: textOf(property.description) || textOf(core.description) || textOf(property.title),
    choices,
    defaultSource: property.default === undefined ? null : JSON.stringify(property.default),
  };
}

/** `{"type": ["string", "null"]}`, `nullable: true` and `anyOf: [x, {"type": "null"}]` all mean: x, or null. */
function withoutNull(property: JsonSchema): { core: JsonSchema; isNullable: boolean } {
  if (Array.isArray(property.type)) {
    const types = (property.type as unknown[]).filter((type) => type !== 'null');
    const isNullable = types.length < property.type.length;
    return { core: { ...property, type: types.length === 1 ? types[0] : undefined }, isNullable };
  }
  const variants = [property.anyOf, property.oneOf].find(Array.isArray) as JsonSchema[] | undefined;
  const others = variants?.filter((variant) => objectOf(variant).type !== 'null') ?? [];
  if (variants && others.length === 1 && variants.length === 2) {
    return { core: { ...property, ...others[0] }, isNullable: true };
  }
  const hasNullChoice = Array.isArray(property.enum) && property.enum.includes(null);
  return { core: property, isNullable: property.nullable === true || hasNullChoice };
}

function choicesOf(core: JsonSchema): FormField['choices'] {
  const values = Array.isArray(core.enum) ? (core.enum as unknown[]) : [];
  return values
    .filter((value) => value !== null)
    .map((value) => {
      const source = JSON.stringify(value);
      return { source, label: typeof value === 'string' ? value : source };
    });
}

/** An object without named members and a list of anything stay JSON. */
function kindOf({ type, properties, items }: JsonSchema): FieldKind {
  if (type === 'string') return 'text';
  if (type === 'object' && Object.keys(objectOf(properties)).length > 0) return 'object';
  if (type === 'array' && fieldOf('', objectOf(items), true).kind !== 'json') return 'list';
  return type === 'number' || type === 'integer' || type === 'boolean' ? type : 'json';
}

/** A list as an object whose members are numbered, so that one form serves both. */
export function numberedSchema(items: JsonSchema, count: number): JsonSchema {
  const names = Array.from({ length: count }, (_, place) => String(place + 1));
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, items])),
    required: names,
  };
}

export const numberedFromList = (sources: readonly string[]): string =>
  `{${sources.map((source, place) => `"${place + 1}": ${source}`).join(', ')}}`;

export const listFromNumbered = (json: string): string =>
  `[${[...(memberSources(json)?.values() ?? [])].join(', ')}]`;

/** What was given does not fit the schema: it is shown as it is, so that nothing gets lost. */
export const isOddSource = ({ kind }: FormField, text: string): boolean =>
  text.trim() !== '' &&
  ((kind === 'object' && memberSources(text) === null) ||
    (kind === 'list' && itemSources(text) === null));

/** The form for arguments that exist already; a field that has none starts with its default. */
export function entriesFrom(
  fields: readonly FormField[],
  json: string,
): Record<string, FieldEntry> {
  const given = memberSources(json);
  return Object.fromEntries(
    fields.map((field) => {
      const source = given?.get(field.name) ?? field.defaultSource;
      return [field.name, entryOf(field, source)];
    }),
  );
}

/** What a required field starts with; everything else starts empty. */
const STARTS: Partial<Record<FieldKind, string>> = { boolean: 'false', object: '{}', list: '[]' };

function entryOf({ kind, isRequired, isNullable }: FormField, source: string | null): FieldEntry {
  if (source === 'null' && isNullable) return { text: '', isNull: true };
  // Null where the schema allows none, as many write `default: null`, means: not given.
  if (source === null || source === 'null')
    return { text: (isRequired && STARTS[kind]) || '', isNull: false };
  const isText = kind === 'text' && source.startsWith('"');
  return { text: isText ? (JSON.parse(source) as string) : source, isNull: false };
}

/** JSON text of the arguments. Numbers go in as they were typed, so that no digit is lost. */
export function writeArguments(
  fields: readonly FormField[],
  entries: Record<string, FieldEntry>,
): { json: string; problems: Partial<Record<string, FieldProblem>> } {
  const members: string[] = [];
  const problems: Partial<Record<string, FieldProblem>> = {};
  for (const field of fields) {
    const entry = entries[field.name] ?? { text: '', isNull: false };
    const problem = problemOf(field, entry);
    if (problem) problems[field.name] = problem;
    const source = problem ? null : sourceOf(field, entry);
    if (source !== null) members.push(`${JSON.stringify(field.name)}: ${source}`);
  }
  return { json: `{${members.join(', ')}}`, problems };
}

function problemOf(
  { kind, isRequired }: FormField,
  { text, isNull, isBroken }: FieldEntry,
): FieldProblem | null {
  // An empty text is a text; that it may be wanted is what one tries tools by hand for.
  if (isNull || kind === 'text') return null;
  const typed = text.trim();
  if (isBroken && typed !== '') return 'inside';
  if (typed === '') return isRequired ? 'required' : null;
  if (kind === 'integer') return /^[-+]?\d+$/.test(typed) ? null : 'integer';
  if (kind === 'number') return NUMBER.test(typed) ? null : 'number';
  return isJson(typed) ? null : 'json';
}

const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/;

function sourceOf({ kind, isRequired }: FormField, { text, isNull }: FieldEntry): string | null {
  if (isNull) return 'null';
  if (kind === 'text') return text === '' && !isRequired ? null : JSON.stringify(text);
  const typed = text.trim();
  if (typed === '') return null;
  return kind === 'number' || kind === 'integer' ? asJsonNumber(typed) : typed;
}

/** `+5`, `007`, `.5` and `5.` are numbers to a person but not to JSON. */
function asJsonNumber(typed: string): string {
  const [, sign = '', whole = '', fraction = '', power = ''] =
    /^([-+]?)(\d*)\.?(\d*)(.*)$/.exec(typed) ?? [];
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  return `${sign === '-' ? '-' : ''}${digits}${fraction && `.${fraction}`}${power}`;
}

const objectOf = (value: unknown): JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonSchema) : {};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
