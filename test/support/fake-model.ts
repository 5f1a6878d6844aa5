import type { ProviderKind } from '@/contract/models';
import {
  ModelAdapter,
  type ModelConnection,
  type ModelEvent,
  type ModelRequest,
} from '@/engines/models/model-adapter';

/** One turn of the script; an Error in it is thrown at that place. */
export type FakeTurn = readonly (ModelEvent | Error)[];

/** A model that says what the test wrote down, turn by turn. A turn nobody prepared fails loudly. */
export class FakeModels extends ModelAdapter {
  readonly kind: ProviderKind = 'openai';
  /** Frozen copies, so that a loop that edits its history afterwards cannot rewrite what was asked. */
  readonly requests: ModelRequest[] = [];
  readonly signals: AbortSignal[] = [];
  private next = 0;

  constructor(
    private readonly turns: readonly FakeTurn[] = [],
    private readonly models: readonly string[] = ['fake'],
  ) {
    super();
  }

  async *stream(
    _connection: ModelConnection,
    request: ModelRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ModelEvent> {
    this.requests.push(structuredClone(request));
    this.signals.push(signal);
    const turn = this.turns[this.next++];
    if (!turn)
      throw new Error(`FakeModels was asked for turn ${this.next}, which no test prepared.`);
    for (const event of turn) {
      // Gives a test the chance to abort between two events, as a network would.
      await Promise.resolve();
      signal.throwIfAborted();
      if (event instanceof Error) throw event;
      yield event;
    }
  }

  async listModels(): Promise<string[]> {
    return [...this.models];
  }
}

/** Events of a turn that only says something. */
export const says = (text: string): ModelEvent[] => [
  { type: 'text', text },
  { type: 'usage', inputTokens: 1, outputTokens: 1, cachedTokens: 0 },
  { type: 'stop', reason: 'end' },
];

/** Events of a turn that calls tools: `calls(['calc', {a: 6}], ['echo', {}])`; ids are call_1, call_2 … */
export const calls = (...wanted: [name: string, input: unknown][]): ModelEvent[] => [
  ...wanted.map(([name, input], at): ModelEvent => ({
    type: 'tool_call',
    call: { id: `call_${at + 1}`, name, arguments: JSON.stringify(input) },
  })),
  { type: 'stop', reason: 'tool_calls' },
];
