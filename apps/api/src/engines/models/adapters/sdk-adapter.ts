import {
  ModelAdapter,
  type ModelConnection,
  type ModelEvent,
  type ModelRequest,
} from '../model-adapter';
import { namesIn } from './model-names';
import { askProvider, callProvider, type Fetch, readableAnswersOnly } from './provider-call';

/** The part of a provider's SDK that both have and that needs no knowledge of the format. */
interface Client {
  get(path: string, options: { query?: object; signal: AbortSignal }): Promise<unknown>;
}

/** What every wire format does alike: a client per connection, one stream of events, one list of names. */
export abstract class SdkAdapter<SdkClient extends Client, Event> extends ModelAdapter {
  protected readonly fetch: Fetch;
  /** Path and query of the provider's list of models, below the base URL. */
  protected abstract readonly modelList: { path: string; query?: Record<string, unknown> };

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
    return callProvider<Event>({
      connection,
      model: request.model,
      signal,
      open: () => this.open(client, request, signal),
      read: (events) => this.read(events, String(request.messages.length)),
    });
  }

  async listModels(connection: ModelConnection, signal: AbortSignal): Promise<string[]> {
    const { path, query } = this.modelList;
    const client = this.client(connection);
    const answer = await askProvider(connection, signal, () => client.get(path, { query, signal }));
    return namesIn(answer, connection.baseUrl);
  }

  protected abstract client(connection: ModelConnection): SdkClient;

  protected abstract open(
    client: SdkClient,
    request: ModelRequest,
    signal: AbortSignal,
  ): Promise<AsyncIterable<Event>>;

  /** `prefix` makes ids for tool calls that came without one, unique within the conversation. */
  protected abstract read(events: AsyncIterable<Event>, prefix: string): AsyncGenerator<ModelEvent>;
}
