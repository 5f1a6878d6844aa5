import OpenAI from 'openai';
import {
  ModelAdapter,
  type ModelConnection,
  type ModelEvent,
  type ModelRequest,
} from '../model-adapter';
import { namesIn } from './model-names';
import { type Dialect, nextDialect, openaiBody, STANDARD } from './openai-request';
import { readOpenai, type OpenaiChunk } from './openai-stream';
import { askProvider, callProvider, type Fetch, readableAnswersOnly } from './provider-call';
import { refusalIn } from './provider-failure';

/** The chat-completions format: OpenAI, Ollama, llama.cpp, vLLM, OpenRouter, LiteLLM and many more. */
export class OpenaiCompatibleAdapter extends ModelAdapter {
  readonly kind = 'openai';
  private readonly dialects = new Map<string, Dialect>();
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
    return callProvider<OpenaiChunk>({
      connection,
      model: request.model,
      signal,
      open: () => this.open(client, request, signal),
      read: (chunks) => readOpenai(chunks, String(request.messages.length)),
    });
  }

  async listModels(connection: ModelConnection, signal: AbortSignal): Promise<string[]> {
    const client = this.client(connection);
    const answer = await askProvider(connection, signal, () =>
      client.get<unknown>('/models', { signal }),
    );
    return namesIn(answer, connection.baseUrl);
  }

  private async open(
    client: OpenAI,
    request: ModelRequest,
    signal: AbortSignal,
  ): Promise<AsyncIterable<OpenaiChunk>> {
    let dialect: Dialect | null = this.dialects.get(client.baseURL) ?? STANDARD;
    for (;;) {
      try {
        const stream = await client.chat.completions.create(openaiBody(request, dialect), {
          signal,
        });
        this.dialects.set(client.baseURL, dialect);
        return stream as AsyncIterable<OpenaiChunk>;
      } catch (thrown) {
        const next = nextDialect(dialect, refusalIn(thrown));
        if (!next) throw thrown;
        dialect = next;
      }
    }
  }

  /** Everything the SDK would otherwise read from the operator's environment is given, so no foreign key slips in. */
  private client({ baseUrl, key }: ModelConnection): OpenAI {
    return new OpenAI({
      baseURL: baseUrl,
      apiKey: key ?? 'none',
      adminAPIKey: null,
      organization: null,
      project: null,
      fetch: this.fetch,
      maxRetries: 0,
      logLevel: 'off',
      defaultHeaders: key ? {} : { Authorization: null },
    });
  }
}
