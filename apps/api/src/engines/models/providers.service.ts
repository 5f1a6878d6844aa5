import { Injectable } from '@nestjs/common';
import type {
  ProviderBody,
  ProviderRow,
  ProviderTestBody,
  ProviderTestResult,
} from '@/contract/models';
import { PrivateAddressBlocked } from '@/engines/outbound/outbound.errors';
import { isDomainError, toErrorBody } from '@/foundation/errors/domain-error';
import type { Caller } from '@/foundation/http/caller';
import { SecretBox } from '@/foundation/secrets/secret-box';
import { AuditService } from '@/people/audit/audit.service';
import { baseUrlCandidates, isSameServer } from './base-url';
import { ModelAdapters } from './model-adapters';
import { ProviderNotFound, ProviderUnreachable } from './models.errors';
import { probeProvider, type Probe } from './provider-probe';
import type { Provider } from './provider.entity';
import { type NewProvider, ProvidersRepository } from './providers.repository';

/** An administrator waits for it; a model that loads does not delay its list. */
const TEST_MS = 15_000;
const PROBE_MS = 4_000;

/** The providers an administrator has set up. Keys go in, never out. */
@Injectable()
export class ProvidersService {
  constructor(
    private readonly repository: ProvidersRepository,
    private readonly secrets: SecretBox,
    private readonly adapters: ModelAdapters,
    private readonly audit: AuditService,
  ) {}

  async list(): Promise<ProviderRow[]> {
    return (await this.repository.listOldestFirst()).map(rowOf);
  }

  async create(caller: Caller, body: ProviderBody): Promise<ProviderRow> {
    const { name, kind, models, enabled = true } = body;
    const baseUrl = await this.workingBaseUrl(body, body.key || null);
    const sealedKey = body.key ? await this.secrets.seal(body.key) : null;
    const made = await this.repository.insert({ name, kind, baseUrl, sealedKey, models, enabled });
    await this.record(caller, 'provider.create', made);
    return rowOf(made);
  }

  async update(
    caller: Caller,
    providerId: string,
    body: Partial<ProviderBody>,
  ): Promise<ProviderRow> {
    const before = await this.get(providerId);
    const { key, baseUrl, ...plain } = body;
    const changes: Partial<NewProvider> = plain;
    if (key !== undefined) changes.sealedKey = key ? await this.secrets.seal(key) : null;
    if (baseUrl !== undefined || body.kind !== undefined) {
      const target = { kind: body.kind ?? before.kind, baseUrl: baseUrl ?? before.baseUrl };
      const usable = await this.keyFor(before, { ...target, key });
      changes.baseUrl = await this.workingBaseUrl(target, usable);
      if (!isSameServer(before.baseUrl, target.baseUrl) && !key) changes.sealedKey = null;
    }
    await this.repository.update(providerId, changes);
    const after = await this.get(providerId);
    await this.record(caller, 'provider.update', after, Object.keys(changes));
    return rowOf(after);
  }

  async remove(caller: Caller, providerId: string): Promise<void> {
    const provider = await this.get(providerId);
    await this.repository.remove(providerId);
    await this.record(caller, 'provider.delete', provider);
  }

  async test(caller: Caller, body: ProviderTestBody): Promise<ProviderTestResult> {
    const startedMs = performance.now();
    try {
      const stored = body.providerId ? await this.get(body.providerId) : null;
      const key = await this.keyFor(stored, body);
      const { models, baseUrl } = await this.probe(body, key, TEST_MS);
      return { ok: true, models, baseUrl, elapsedMs: Math.round(performance.now() - startedMs) };
    } catch (thrown) {
      if (!isDomainError(thrown)) throw thrown;
      const privateAddress = thrown instanceof PrivateAddressBlocked ? thrown.hostPort : undefined;
      return {
        ok: false,
        error: toErrorBody(thrown, caller.locale),
        ...(privateAddress && { privateAddress }),
      };
    }
  }

  private async get(providerId: string): Promise<Provider> {
    const provider = await this.repository.find(providerId);
    if (!provider) throw new ProviderNotFound();
    return provider;
  }

  /** The stored key is used with the server it was entered for and no other: else a stolen admin session reads it. */
  private async keyFor(
    stored: Provider | null,
    { baseUrl, key }: { baseUrl: string; key?: string },
  ) {
    if (key !== undefined || !stored?.sealedKey) return key || null;
    return isSameServer(stored.baseUrl, baseUrl) ? this.secrets.open(stored.sealedKey) : null;
  }

  /** A provider may be entered while it is down; then the likeliest spelling is kept. */
  private async workingBaseUrl(
    entered: Pick<ProviderBody, 'kind' | 'baseUrl'>,
    key: string | null,
  ): Promise<string> {
    try {
      return (await this.probe(entered, key, PROBE_MS)).baseUrl;
    } catch (thrown) {
      if (!isDomainError(thrown)) throw thrown;
      return baseUrlCandidates(entered.kind, entered.baseUrl)[0] ?? entered.baseUrl;
    }
  }

  private async probe(
    { kind, baseUrl }: Pick<ProviderBody, 'kind' | 'baseUrl'>,
    key: string | null,
    timeoutMs: number,
  ): Promise<Probe> {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return await probeProvider(this.adapters.of(kind), { kind, baseUrl, key }, signal);
    } catch (thrown) {
      if (!signal.aborted) throw thrown;
      throw new ProviderUnreachable(new URL(baseUrl).host, {
        en: 'it did not answer in time',
        'zh-CN': '等待响应超时',
      });
    }
  }

  private record(
    caller: Caller,
    action: string,
    provider: Provider,
    changed?: string[],
  ): Promise<void> {
    const { id, name, kind, baseUrl, enabled, sealedKey } = provider;
    const facts = {
      name,
      kind,
      baseUrl,
      enabled,
      hasKey: sealedKey !== null,
      ...(changed && { changed }),
    };
    return this.audit.record(caller, { action, subject: id, facts });
  }
}

function rowOf({ sealedKey, createdAt, ...provider }: Provider): ProviderRow {
  return { ...provider, hasKey: sealedKey !== null, createdAt: createdAt.toISOString() };
}
