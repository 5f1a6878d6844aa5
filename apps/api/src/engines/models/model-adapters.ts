import type { ProviderKind } from '@/contract/models';
import type { ModelAdapter } from './model-adapter';
import { ProviderRefused } from './models.errors';

/** The adapter of each wire format. */
export class ModelAdapters {
  constructor(private readonly all: readonly ModelAdapter[]) {}

  of(kind: ProviderKind): ModelAdapter {
    const adapter = this.all.find((each) => each.kind === kind);
    if (!adapter) throw new ProviderRefused(kind);
    return adapter;
  }
}
