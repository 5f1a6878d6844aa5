import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { CustomToolFileName } from '@contract/tools';
import { placeholderRules } from './placeholder-marks';
import { RETURN_VARIABLES } from './placeholders';

/** Words one may write between quotes, by file. */
const WORDS: Partial<Record<CustomToolFileName, string[]>> = {
  'definition.json': [
    ...['id', 'description', 'parameters', 'required', 'category', 'icon', 'timeout'],
    ...['limits', 'memory_mb', 'cpus', 'pids', 'output_chars', 'network', 'secrets', 'isolation'],
    ...['dangerous', 'audience', 'type', 'properties', 'items', 'enum', 'default', 'object'],
    ...['string', 'number', 'integer', 'boolean', 'array', 'null', 'none', 'fresh', 'reuse'],
    ...['admins', 'everyone', 'groups', 'minimum', 'maximum', 'additionalProperties'],
  ],
  'return.json': ['truncate', 'template', 'redact', 'json', 'view'],
  'tests.json': [
    ...['gate', 'cases', 'name', 'arguments', 'expect', 'status', 'return_code', 'output'],
    ...['message', 'equals', 'contains', 'matches', 'completed', 'error', 'timeout', 'oom'],
  ],
  'meta.json': ['notes', 'owner'],
};

/** Parameters in execution.py, variables in the template of return.json, keys between quotes. */
export function completeTool(context: CompletionContext): CompletionResult | null {
  const { file, declared } = context.state.facet(placeholderRules);
  if (file === 'execution.py')
    return completeHole(context, declared) ?? offerHoles(context, declared);
  if (file === 'return.json') {
    const hole = completeHole(context, RETURN_VARIABLES, /"[^"\n]*\{+\w*$/);
    if (hole) return hole;
  }
  const quoted = context.matchBefore(/"\w*$/);
  if (!quoted) return null;
  return { from: quoted.from + 1, options: optionsOf(WORDS[file] ?? []), validFor: /^\w*$/ };
}

/** After an opening brace that is not half of a doubled one. */
function completeHole(
  context: CompletionContext,
  names: readonly string[],
  place = /\{+\w*$/,
): CompletionResult | null {
  if (!context.matchBefore(place)) return null;
  const braces = context.matchBefore(/\{+\w*$/);
  const count = /^\{+/.exec(braces?.text ?? '')?.[0].length ?? 0;
  if (!braces || count % 2 === 0) return null;
  const isClosed = context.state.sliceDoc(context.pos, context.pos + 1) === '}';
  return {
    from: braces.from + count,
    options: optionsOf(names, (name) => (isClosed ? name : `${name}}`)),
    validFor: /^\w*$/,
  };
}

/** Asked for with Ctrl Space, or while a parameter's name is being typed. */
function offerHoles(
  context: CompletionContext,
  declared: readonly string[],
): CompletionResult | null {
  const word = context.matchBefore(/\w*$/);
  if (!word || (word.from === word.to && !context.explicit)) return null;
  return {
    from: word.from,
    options: optionsOf(declared, (name) => `{${name}}`),
    validFor: /^\w*$/,
  };
}

const optionsOf = (names: readonly string[], apply?: (name: string) => string): Completion[] =>
  names.map((label) => ({
    label,
    type: apply ? 'variable' : 'property',
    ...(apply && { apply: apply(label), boost: 50 }),
  }));
