import type { ModelChoice, ProviderKind } from '@/contract/models';
import type { Visitor } from './visitor';

/** Lets an administrator connect a provider on this machine and returns the id of its first model. */
export async function connectModel(
  admin: Visitor,
  baseUrl: string,
  kind: ProviderKind = 'openai',
): Promise<string> {
  const { host } = new URL(baseUrl);
  const allowed = await admin.get<{ items: string[] }>('/api/admin/private-addresses');
  await admin.request('PUT', '/api/admin/private-addresses', { items: [...allowed.items, host] });
  const draft = { kind, baseUrl, key: 'sk-test' };
  const tested = await admin.post<{ ok: boolean; models: string[] }>(
    '/api/admin/providers/test',
    draft,
  );
  const name = `Scripted ${kind}`;
  await admin.post('/api/admin/providers', { ...draft, name, models: tested.models });
  const { items } = await admin.get<{ items: ModelChoice[] }>('/api/models');
  const choice = items.find(({ provider }) => provider === name);
  if (!choice) throw new Error('The provider offers no model.');
  return choice.id;
}
