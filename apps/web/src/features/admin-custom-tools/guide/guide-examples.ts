/**
 * The examples of the guide, read from its Markdown. A marked block is one file of a tool,
 *
 *     ```python tool=calc
 *
 * where the language tells the file, or `file=return.json` does. `finds=rule,rule` names what the checker must say of it.
 * A block of language `run` calls it: arguments as JSON, then what comes out, `→` the message or `✗` the error; a final
 * `…` stands for any rest. `rendered`, `result` and language `view` show the script, the result and the view of the
 * first call. The page offers every call to be tried, and a test makes every one of them in a container.
 */
export type ExampleFile =
  'definition.json' | 'execution.py' | 'return.json' | 'meta.json' | 'tests.json';

export interface ExampleCall {
  /** JSON text of an object. */
  arguments: string;
  expected: string;
  isFailure: boolean;
}

export interface Example {
  tool: string;
  files: Partial<Record<ExampleFile, string>>;
  calls: ExampleCall[];
  /** Rules the checker must name. */
  finds: string[];
  /** Parameters that no call gives. */
  parameters: string[];
  rendered: string | null;
  result: string | null;
  view: string | null;
}

export interface Fence {
  language: string;
  marks: Record<string, string>;
  code: string;
}

const FENCE = /^```(?<info>.*)\n(?<code>[\s\S]*?)^```$/gm;

export const fencesOf = (markdown: string): Fence[] =>
  [...markdown.matchAll(FENCE)].map(({ groups }) => fence(groups?.info ?? '', groups?.code ?? ''));

function fence(info: string, code: string): Fence {
  const [language = '', ...words] = info.trim().split(/\s+/);
  const marks = words.map((word): [string, string] => {
    const at = word.indexOf('=');
    return at < 0 ? [word, ''] : [word.slice(0, at), word.slice(at + 1)];
  });
  return { language, marks: Object.fromEntries(marks), code };
}

/** All examples of a chapter, in the order they come up. */
export function examplesOf(markdown: string): Example[] {
  const examples = new Map<string, Example>();
  for (const one of fencesOf(markdown)) {
    const { tool } = one.marks;
    if (tool === undefined) continue;
    const example = examples.get(tool) ?? emptyExample(tool);
    examples.set(tool, example);
    addTo(example, one);
  }
  return [...examples.values()];
}

const emptyExample = (tool: string): Example => ({
  tool,
  ...{ files: {}, calls: [], finds: [], parameters: [], rendered: null, result: null, view: null },
});

function addTo(example: Example, { language, marks, code }: Fence): void {
  if (marks.finds !== undefined) example.finds.push(...marks.finds.split(','));
  if (marks.params !== undefined) example.parameters.push(...marks.params.split(','));
  if (language === 'run') example.calls.push(...callsOf(code));
  else if (language === 'view') example.view = code;
  else if ('rendered' in marks) example.rendered = code;
  else if ('result' in marks) example.result = code;
  else example.files[fileOf(language, marks)] = code;
}

const fileOf = (language: string, { file }: Record<string, string>): ExampleFile =>
  (file as ExampleFile | undefined) ?? (language === 'python' ? 'execution.py' : 'definition.json');

export function callsOf(code: string): ExampleCall[] {
  return code
    .trim()
    .split(/\n{2,}(?=\{)/)
    .map((block) => {
      const [, given = '{}', sign = '', expected = ''] =
        /^(\{[\s\S]*?\})\n([→✗]) ?([\s\S]*)$/.exec(block) ?? [];
      return { arguments: given, expected, isFailure: sign !== '→' };
    });
}

/** `…` at the end stands for any rest. */
export const isAsExpected = ({ expected }: ExampleCall, found: string): boolean =>
  expected.endsWith('…') ? found.startsWith(expected.slice(0, -1)) : found === expected;

/** What an example leaves out is made: a definition of the parameters that its calls give. */
export function filesOf(example: Example, id: string, words: ExampleWords) {
  const { files } = example;
  const definition = files['definition.json'] ?? definitionOf(example, words);
  return {
    'execution.py': 'print(1)\n',
    ...files,
    'definition.json': definition.replace(/("id":\s*)"[^"]*"/, `$1${JSON.stringify(id)}`),
  };
}

export interface ExampleWords {
  description: string;
  parameter: (name: string) => string;
}

function definitionOf({ tool, calls, parameters }: Example, words: ExampleWords): string {
  const given = calls.map((call) => JSON.parse(call.arguments) as Record<string, unknown>);
  const names = new Set([...given.flatMap((one) => Object.keys(one)), ...parameters]);
  const properties = [...names].map((name): [string, object] => {
    const type = typeNameOf(given.find((one) => name in one)?.[name]);
    return [name, { ...(type && { type }), description: words.parameter(name) }];
  });
  const definition = {
    id: tool,
    description: words.description,
    parameters: { type: 'object', properties: Object.fromEntries(properties), required: [] },
    timeout: 10,
  };
  return `${JSON.stringify(definition, null, 2)}\n`;
}

function typeNameOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return Array.isArray(value) ? 'array' : typeof value;
}
