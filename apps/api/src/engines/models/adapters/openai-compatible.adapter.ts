import OpenAI from 'openai';
import type { ModelConnection, ModelRequest } from '../model-adapter';
import { type Dialect, nextDialect, openaiBody, STANDARD } from './openai-request';
import { readOpenai, type OpenaiChunk } from './openai-stream';
import { refusalIn } from './provider-failure';
import { SdkAdapter } from './sdk-adapter';

/** The chat-completions format: OpenAI, Ollama, llama.cpp, vLLM, OpenRouter, LiteLLM and many more. */
export class OpenaiCompatibleAdapter extends SdkAdapter<OpenAI, OpenaiChunk> {
  readonly kind = 'openai';
  private readonly dialects = new Map<string, Dialect>();
  protected readonly modelList = { path: '/models' };
  protected readonly read = readOpenai;

  protected async open(
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
  protected client({ baseUrl, key }: ModelConnection): OpenAI {
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
