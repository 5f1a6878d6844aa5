import type { HeardRequest, ScriptedStep, ScriptedTurn } from './scripted-turn';

/** How one wire format is heard and spoken. */
export interface ScriptedFormat {
  hear(body: Record<string, unknown>): HeardRequest;
  open(turn: ScriptedTurn): string;
  step(step: ScriptedStep, at: number): string[];
  close(turn: ScriptedTurn): string;
  error(status: number): unknown;
}

const USAGE = { input: 100, output: 20, cached: 60 };

type WireMessage = { role: string; content?: unknown; tool_calls?: unknown[] };
type WireBlock = { type: string; text?: string; content?: unknown };

const textIn = (content: unknown): string => {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as WireBlock[]).map((block) => block.text ?? textIn(block.content)).join('\n');
};

/** Cuts the JSON of the arguments into `parts` fragments. */
function fragments(value: unknown, parts: number): string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const size = Math.max(1, Math.ceil(text.length / parts));
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  );
}

const callsIn = (turn: ScriptedTurn): boolean => (turn.steps ?? []).some((step) => 'call' in step);
const idOf = (given: string | undefined, at: number): string =>
  given ?? `call_${Date.now().toString(36)}_${at}`;

const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const delta = (value: object, finish: string | null = null): string =>
  data({
    id: 'chatcmpl-scripted',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'scripted',
    choices: [{ index: 0, delta: value, finish_reason: finish }],
  });

export const openaiFormat: ScriptedFormat = {
  hear: (body) => ({
    tools: ((body.tools ?? []) as { function: { name: string } }[]).map(
      (tool) => tool.function.name,
    ),
    mayCall: body.tools !== undefined && body.tool_choice !== 'none',
    messages: ((body.messages ?? []) as WireMessage[])
      .filter(({ role }) => role !== 'system')
      .map(({ role, content }) => ({ role: role as 'user', text: textIn(content) })),
  }),
  open: () => delta({ role: 'assistant', content: '' }),
  step(step, at) {
    if ('text' in step) return [delta({ content: step.text })];
    if ('reasoning' in step) return [delta({ reasoning_content: step.reasoning })];
    if ('event' in step) return [data(step.event)];
    if (!('call' in step)) return [];
    const { id, name, arguments: given } = step.call;
    const call = (part: object) => delta({ tool_calls: [{ index: at, ...part }] });
    return [
      call({ id: idOf(id, at), type: 'function', function: { name, arguments: '' } }),
      ...fragments(given, step.parts ?? 1).map((piece) => call({ function: { arguments: piece } })),
    ];
  },
  close(turn) {
    const { finish = callsIn(turn) ? 'tool_calls' : 'stop', usage = USAGE, done = true } = turn;
    const counts = usage && {
      choices: [],
      usage: {
        prompt_tokens: usage.input,
        completion_tokens: usage.output,
        prompt_tokens_details: { cached_tokens: usage.cached },
      },
    };
    return [
      finish === null ? '' : delta({}, finish),
      counts ? data(counts) : '',
      done ? 'data: [DONE]\n\n' : '',
    ].join('');
  },
  error: (status) => ({
    error: { message: `The script says ${status}.`, type: 'scripted_error', code: null },
  }),
};

const event = (name: string, value: object): string =>
  `event: ${name}\n${data({ type: name, ...value })}`;

/** A block of its own for every step, numbered in order. */
const block = (index: number, begin: object, deltas: object[]): string[] => [
  event('content_block_start', { index, content_block: begin }),
  ...deltas.map((value) => event('content_block_delta', { index, delta: value })),
  event('content_block_stop', { index }),
];

export const anthropicFormat: ScriptedFormat = {
  hear: (body) => ({
    tools: ((body.tools ?? []) as { name: string }[]).map(({ name }) => name),
    mayCall:
      body.tools !== undefined &&
      (body.tool_choice as { type?: string } | undefined)?.type !== 'none',
    messages: ((body.messages ?? []) as WireMessage[]).flatMap(
      ({ role, content }): HeardRequest['messages'] => {
        const blocks = Array.isArray(content)
          ? (content as WireBlock[])
          : [{ type: 'text', text: textIn(content) }];
        if (role === 'assistant') return [{ role: 'assistant', text: textIn(blocks) }];
        return blocks.map((each) => ({
          role: each.type === 'tool_result' ? 'tool' : 'user',
          text: textIn([each]),
        }));
      },
    ),
  }),
  open: ({ usage = USAGE }) =>
    event('message_start', {
      message: {
        id: 'msg_scripted',
        type: 'message',
        role: 'assistant',
        model: 'scripted',
        content: [],
        stop_reason: null,
        usage: usage && {
          input_tokens: usage.input - usage.cached,
          cache_read_input_tokens: usage.cached,
          cache_creation_input_tokens: 0,
          output_tokens: 1,
        },
      },
    }),
  step(step, at) {
    if ('text' in step)
      return block(at, { type: 'text', text: '' }, [{ type: 'text_delta', text: step.text }]);
    if ('reasoning' in step) {
      return block(at, { type: 'thinking', thinking: '' }, [
        { type: 'thinking_delta', thinking: step.reasoning },
      ]);
    }
    if ('event' in step) return [`event: ${step.name ?? 'message_delta'}\n${data(step.event)}`];
    if (!('call' in step)) return [];
    const { id, name, arguments: given } = step.call;
    const begin = { type: 'tool_use', id: idOf(id, at), name, input: {} };
    const pieces = fragments(given, step.parts ?? 1);
    return block(
      at,
      begin,
      pieces.map((partial) => ({ type: 'input_json_delta', partial_json: partial })),
    );
  },
  close(turn) {
    const { finish = callsIn(turn) ? 'tool_use' : 'end_turn', usage = USAGE, done = true } = turn;
    const counts = usage && { usage: { output_tokens: usage.output } };
    return [
      finish === null ? '' : event('message_delta', { delta: { stop_reason: finish }, ...counts }),
      done ? event('message_stop', {}) : '',
    ].join('');
  },
  error: (status) => ({
    type: 'error',
    error: { type: 'scripted_error', message: `The script says ${status}.` },
  }),
};
