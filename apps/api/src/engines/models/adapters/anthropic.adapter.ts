import Anthropic from '@anthropic-ai/sdk';
import { anthropicBody } from './anthropic-request';
import { type AnthropicEvent, readAnthropic } from './anthropic-stream';
import type { ModelConnection, ModelRequest } from '../model-adapter';
import { refusalIn } from './provider-failure';
import { SdkAdapter } from './sdk-adapter';

/** This format demands a limit. Older models refuse more than the second one. */
const MAX_TOKENS = 16_384;
const MAX_TOKENS_OF_OLD_MODELS = 4_096;

/** Anthropic's messages format. The base URL stands without /v1: the SDK adds it. */
export class AnthropicAdapter extends SdkAdapter<Anthropic, AnthropicEvent> {
  readonly kind = 'anthropic';
  private readonly oldModels = new Set<string>();
  protected readonly modelList = { path: '/v1/models', query: { limit: 1000 } };
  protected readonly read = readAnthropic;

  protected async open(
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
  protected client({ baseUrl, key }: ModelConnection): Anthropic {
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
