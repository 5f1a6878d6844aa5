import type { ProviderKind } from '@/contract/models';
import { isDomainError } from '@/foundation/errors/domain-error';
import { baseUrlCandidates } from './base-url';
import type { ModelAdapter } from './model-adapter';

export interface Probe {
  /** The address that answered, as it should be stored. */
  baseUrl: string;
  models: string[];
}

/** Only these say that the address may be written differently; all others would be the same for each. */
const WRONG_PATH = new Set(['not_a_model_provider', 'provider_refused']);

/** Lists the models with the first base URL that works; throws the failure of the likeliest one. */
export async function probeProvider(
  adapter: ModelAdapter,
  { kind, baseUrl: entered, key }: { kind: ProviderKind; baseUrl: string; key: string | null },
  signal: AbortSignal,
): Promise<Probe> {
  let first: unknown;
  for (const baseUrl of baseUrlCandidates(kind, entered)) {
    try {
      return { baseUrl, models: await adapter.listModels({ baseUrl, key }, signal) };
    } catch (thrown) {
      first ??= thrown;
      if (!isDomainError(thrown) || !WRONG_PATH.has(thrown.code)) break;
    }
  }
  throw first;
}
