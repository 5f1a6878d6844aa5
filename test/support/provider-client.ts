import type {
  ModelAdapter,
  ModelEvent,
  ModelMessage,
  ModelRequest,
} from '@/engines/models/model-adapter';
import type { JsonSchema } from '@/contract/tools';

export const aTool = (name = 'calc') => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object', properties: { a: { type: 'number' } } } as JsonSchema,
});

export const aRequest = (over: Partial<ModelRequest> = {}): ModelRequest => ({
  model: 'scripted',
  tools: [aTool()],
  system: 'Be brief.',
  messages: [{ role: 'user', text: 'hello' }],
  toolChoice: 'auto',
  ...over,
});

/** An assistant turn that calls tools without a word, and the answers to it. */
export const aCallTurn = (...ids: string[]): ModelMessage[] => [
  {
    role: 'assistant',
    text: '',
    toolCalls: ids.map((id) => ({ id, name: 'calc', arguments: '{"a":1}' })),
  },
  ...ids.map((callId): ModelMessage => ({
    role: 'tool',
    callId,
    name: 'calc',
    content: '1',
    isError: false,
  })),
];

export interface Heard {
  events: ModelEvent[];
  text: string;
  calls: { id: string; name: string; arguments: string }[];
  stop: string | undefined;
  /** What the stream ended with, if not well. */
  failure: unknown;
}

/** Reads a stream to its end, good or bad. */
export async function hear(
  adapter: ModelAdapter,
  baseUrl: string,
  request: ModelRequest = aRequest(),
  {
    key = 'sk-test-0123456789',
    signal = new AbortController().signal,
  }: { key?: string | null; signal?: AbortSignal } = {},
): Promise<Heard> {
  const events: ModelEvent[] = [];
  let failure: unknown = null;
  try {
    for await (const event of adapter.stream({ baseUrl, key }, request, signal)) events.push(event);
  } catch (thrown) {
    failure = thrown;
  }
  const of = <Type extends ModelEvent['type']>(type: Type) =>
    events.filter((event): event is Extract<ModelEvent, { type: Type }> => event.type === type);
  return {
    events,
    text: of('text')
      .map(({ text }) => text)
      .join(''),
    calls: of('tool_call').map(({ call }) => call),
    stop: of('stop')[0]?.reason,
    failure,
  };
}
