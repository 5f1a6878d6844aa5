import fc from 'fast-check';
import type { CustomToolFileName } from '@/contract/tools';
import type { ToolFileTexts } from '@/contract/workshop';

/** One random tool, as texts of files and as fields of the REST interface. */
export interface AnyTool {
  id: string;
  files: ToolFileTexts;
  fields: Record<string, unknown>;
  fileName: CustomToolFileName;
  arguments: Record<string, unknown> | null;
}

const FILES = [
  ...(['definition.json', 'execution.py', 'return.json', 'meta.json', 'tests.json'] as const),
] satisfies CustomToolFileName[];

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '',
    '{a}',
    '{',
    '}',
    "'{a}'",
    '{output}',
    'x',
    '\0',
    '\ud800',
    '汉字',
    '__proto__',
  ),
);
const anything = fc.oneof(fc.jsonValue({ maxDepth: 3 }), text);
const name = fc.constantFrom('a', 'b', 'text', '', '__proto__', 'constructor', 'a b', 'a.b');
const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, -1, 1e308, 2 ** 53));

const parameter = fc.oneof(
  anything,
  fc.record(
    {
      type: fc.oneof(fc.constantFrom('string', 'number', 'array', 'strng', 5), anything),
      enum: fc.oneof(fc.array(anything, { maxLength: 3 }), anything),
      default: anything,
      pattern: fc.constantFrom('^a+$', '(', '[', 5),
      format: fc.constantFrom('date', 'nope', 5),
      items: fc.oneof(fc.constant({ type: 'integer' }), anything),
      $ref: fc.constantFrom('#', '#/nowhere', 'urn:x', 5),
    },
    { requiredKeys: [] },
  ),
);
const parameters = fc.oneof(
  anything,
  fc.record(
    {
      type: fc.constantFrom('object', 'object', 'string', 1, null),
      properties: fc.oneof(fc.dictionary(name, parameter, { maxKeys: 4 }), anything),
      required: fc.oneof(fc.array(name, { maxLength: 3 }), anything),
    },
    { requiredKeys: [] },
  ),
);
const fieldsOfDefinition = fc.record(
  {
    description: fc.oneof(text, anything),
    parameters,
    required: fc.oneof(fc.array(name, { maxLength: 3 }), anything),
    category: anything,
    icon: fc.oneof(fc.constantFrom('brain.svg', '../x.svg'), anything),
    timeout: fc.oneof(number, anything),
    strict: anything,
    dangerous: fc.oneof(fc.boolean(), anything),
    limits: fc.oneof(
      fc.dictionary(
        fc.constantFrom('memory_mb', 'cpus', 'pids', 'disk'),
        fc.oneof(number, anything),
      ),
      anything,
    ),
    network: fc.oneof(fc.array(fc.oneof(fc.domain(), text), { maxLength: 3 }), anything),
    secrets: fc.oneof(fc.array(fc.oneof(fc.constant('API_KEY'), text), { maxLength: 3 }), anything),
    isolation: fc.oneof(fc.constantFrom('fresh', 'reuse'), anything),
    audience: fc.oneof(fc.constantFrom('admins', 'everyone', { groups: ['a'] }), anything),
    execution: anything,
  },
  { requiredKeys: [] },
);
const layer = fc.record(
  {
    truncate: fc.oneof(number, anything),
    template: fc.oneof(
      fc
        .array(fc.oneof(text, fc.constantFrom('{output}', '{outptu}', '{{')))
        .map((parts) => parts.join('')),
      anything,
    ),
    redact: fc.oneof(
      fc.array(
        fc.oneof(
          text,
          fc.record({ pattern: fc.oneof(text, fc.constantFrom('(', 'a+')) }),
          anything,
        ),
      ),
      anything,
    ),
    json: fc.oneof(fc.record({ path: text }), anything),
    view: anything,
  },
  { requiredKeys: [] },
);
const tests = fc.record(
  {
    gate: anything,
    cases: fc.oneof(
      fc.array(
        fc.record(
          {
            name: anything,
            arguments: fc.oneof(fc.dictionary(name, anything), anything),
            expect: fc.oneof(
              fc.dictionary(
                fc.constantFrom('status', 'output', 'message', 'x'),
                fc.oneof(fc.record({ matches: fc.oneof(text, fc.constant('(')) }), anything),
              ),
              anything,
            ),
          },
          { requiredKeys: [] },
        ),
        { maxLength: 3 },
      ),
      anything,
    ),
  },
  { requiredKeys: [] },
);

const PIECES = [
  ...[
    'a = {a}\n',
    "'{b}'",
    '"""',
    "'",
    'f"',
    'f"{a!r:>{b}}"',
    '{{',
    '}}',
    '{',
    '}',
    '# ',
    '\n',
    '\r\n',
  ],
  ...[
    '\\',
    "{'k': {a}}",
    '{x for x in y}',
    '{text}',
    '{a:>5}',
    '{a.b}',
    '\\N{BULLET}',
    'eval(',
    'rb"',
  ],
  ...['x', '(', ']', 'match ', ': ', '\ufeff', "'\\x4{a}'", '{a}{b}', '{0}', '{}', 'PARAMS'],
];
const script = fc
  .array(
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...PIECES) }, { weight: 1, arbitrary: text }),
    {
      maxLength: 12,
    },
  )
  .map((pieces) => pieces.join(''));

/** JSON as it should be, JSON with a slip of the pen, or no JSON at all. */
const written = (value: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.oneof({ weight: 5, arbitrary: value }, { weight: 1, arbitrary: anything }),
      fc.constantFrom(0, 2),
      fc.option(fc.tuple(fc.nat(), fc.constantFrom('', ',', '}', '"', "'", '//', '\ufeff', '\0')), {
        freq: 3,
      }),
    )
    .map(([given, indent, slip]) => {
      const json = JSON.stringify(given, null, indent);
      if (slip === null) return json;
      const at = slip[0] % (json.length + 1);
      return json.slice(0, at) + slip[1] + json.slice(at + (slip[1] === '' ? 1 : 0));
    });

const id = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('fuzz', 'echo', 'a_b-c') },
  { weight: 1, arbitrary: fc.oneof(text, fc.constantFrom('Bash', 'mcp_x', '1a', '../x')) },
);

export const anyTool: fc.Arbitrary<AnyTool> = fc
  .record({
    id,
    code: script,
    definition: written(
      fc.tuple(id, fieldsOfDefinition).map(([ownId, fields]) => ({ id: ownId, ...fields })),
    ),
    fields: fieldsOfDefinition,
    layer,
    layerText: written(layer),
    meta: written(fc.record({ notes: anything, icon: anything }, { requiredKeys: [] })),
    tests: written(tests),
    absent: fc.subarray(['return.json', 'meta.json', 'tests.json'] as const),
    fileName: fc.constantFrom(...FILES),
    arguments: fc.option(fc.dictionary(name, anything, { maxKeys: 3 })),
  })
  .map((it) => {
    const files: ToolFileTexts = {
      'definition.json': it.definition,
      'execution.py': it.code,
      'return.json': it.layerText,
      'meta.json': it.meta,
      'tests.json': it.tests,
    };
    for (const file of it.absent) delete files[file];
    return {
      id: it.id.slice(0, 200),
      files,
      fields: { ...it.fields, execution_code: it.code, return: it.layer },
      fileName: it.fileName,
      arguments: it.arguments,
    };
  });
