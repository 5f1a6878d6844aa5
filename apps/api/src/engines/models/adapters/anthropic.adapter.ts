import Anthropic from '@anthropic-ai/sdk';
import { anthropicBody } from './anthropic-request';
import { type AnthropicEvent, readAnthropic } from './anthropic-stream';
import {
  ModelAdapter,
  type ModelConnection,
  type ModelEvent,
  type ModelRequest,
} from '../model-adapter';
import { namesIn } from './model-names';
import { askProvider, callProvider, type Fetch, readableAnswersOnly } from './provider-call';
import { refusalIn } from './provider-failure';

/** This format demands a limit. Older models refuse more than the second one. */
const MAX_TOKENS = 16_384;
const MAX_TOKENS_OF_OLD_MODELS = 4_096;

/** Anthropic's messages format. The base URL stands without /v1: the SDK adds it. */
export class AnthropicAdapter extends ModelAdapter {
  readonly kind = 'anthropic';
  private readonly oldModels = new Set<string>();
  private readonly fetch: Fetch;

  constructor(fetch: Fetch) {
    super();
    this.fetch = readableAnswersOnly(fetch);
  }

  stream(
    connection: ModelConnection,
    request: ModelRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ModelEvent> {
    const client = this.client(connection);
    return callProvider<AnthropicEvent>({
      connection,
      model: request.model,
      signal,
      open: () => this.open(client, request, signal),
      read: (events) => readAnthropic(events, String(request.messages.length)),
    });
  }

  async listModels(connection: ModelConnection, signal: AbortSignal): Promise<string[]> {
    const client = this.client(connection);
    const answer = await askProvider(connection, signal, () =>
      client.get<unknown>('/v1/models', { query: { limit: 1000 }, signal }),
    );
    return namesIn(answer, connection.baseUrl);
  }

  private async open(
    client: Anthropic,
    request: ModelRequest,
    signal: AbortSignal,
  ): Promise<AsyncIterable<AnthropicEvent>> {
    const ask = () => {
      const limit = this.oldModels.has(request.model) ? MAX_TOKENS_OF_OLD_MODELS : MAX_TOKENS;
      return client.messages.create(anthropicBody(request, limit), { signal });
    };
    try {
      return (await ask()) as AsyncIterable<AnthropicEvent>;
    } catch (thrown) {
      if (this.oldModels.has(request.model) || !/max_tokens/.test(refusalIn(thrown))) throw thrown;
      this.oldModels.add(request.model);
      return (await ask()) as AsyncIterable<AnthropicEvent>;
    }
  }

  /** A key is always given: without one the SDK would look for credentials of the operator and send those. */
  private client({ baseUrl, key }: ModelConnection): Anthropic {
    return new Anthropic({
      baseURL: baseUrl,
      apiKey: key ?? 'none',
      webhookKey: null,
      openTelemetry: false,
      fetch: this.fetch,
      maxRetries: 0,
      logLevel: 'off',
      // The SDK would send a bearer token; every server of this format knows the documented header.
      defaultHeaders: { Authorization: null, 'X-Api-Key': key },
    });
  }
}
