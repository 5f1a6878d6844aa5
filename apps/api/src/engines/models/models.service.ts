import { Injectable } from '@nestjs/common';
import type { ModelChoice } from '@/contract/models';
import type { Caller } from '@/foundation/http/caller';
import { SecretBox } from '@/foundation/secrets/secret-box';
import type { ModelEvent, ModelRequest } from './model-adapter';
import { ModelAdapters } from './model-adapters';
import { ModelNotFound, NoModelConfigured } from './models.errors';
import type { Provider } from './provider.entity';
import { ProvidersRepository } from './providers.repository';

interface Chosen {
  provider: Provider;
  model: string;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The models people may chat with, and the one way to ask them. */
@Injectable()
export class ModelsService {
  constructor(
    private readonly repository: ProvidersRepository,
    private readonly secrets: SecretBox,
    private readonly adapters: ModelAdapters,
  ) {}

  /** Every signed-in person may use every enabled model; who asks is here for the day that changes. */
  async listChoices(caller: Caller): Promise<ModelChoice[]> {
    void caller;
    const providers = await this.repository.listOldestFirst();
    return providers
      .filter(({ enabled }) => enabled)
      .flatMap(({ id, name: provider, models }) =>
        models.map((name) => ({ id: `${id}/${name}`, name, provider })),
      );
  }

  /** @throws ModelNotFound, or NoModelConfigured where there is nothing to choose from */
  async requireChoice(caller: Caller, modelId: string): Promise<void> {
    await this.getChosen(caller, modelId);
  }

  async *stream(
    caller: Caller,
    modelId: string,
    request: Omit<ModelRequest, 'model'>,
    signal: AbortSignal,
  ): AsyncGenerator<ModelEvent> {
    const { provider, model } = await this.getChosen(caller, modelId);
    const key = provider.sealedKey === null ? null : await this.secrets.open(provider.sealedKey);
    const adapter = this.adapters.of(provider.kind);
    yield* adapter.stream({ baseUrl: provider.baseUrl, key }, { ...request, model }, signal);
  }

  private async getChosen(caller: Caller, modelId: string): Promise<Chosen> {
    const slash = modelId.indexOf('/');
    const providerId = modelId.slice(0, slash);
    const model = modelId.slice(slash + 1);
    const provider = UUID.test(providerId) ? await this.repository.find(providerId) : null;
    if (provider?.enabled && provider.models.includes(model)) return { provider, model };
    const choices = await this.listChoices(caller);
    throw choices.length === 0 ? new NoModelConfigured() : new ModelNotFound(model || modelId);
  }
}
