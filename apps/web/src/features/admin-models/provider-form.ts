import type { ProviderBody, ProviderKind, ProviderRow, ProviderTestBody } from '@contract/models';
import type { ProviderPreset } from './provider-presets';

/** What the form holds. The stored key never reaches the browser, so `key` is only ever a new one. */
export interface ProviderValues {
  name: string;
  kind: ProviderKind;
  baseUrl: string;
  key: string;
  isKeyRemoved: boolean;
  models: string[];
  enabled: boolean;
}

const BLANK = {
  name: '',
  kind: 'openai',
  baseUrl: '',
  models: [],
  enabled: true,
} satisfies Partial<ProviderRow>;

export function valuesOf(row: ProviderRow | null, preset?: ProviderPreset): ProviderValues {
  const { name, kind, baseUrl, models, enabled } = { ...BLANK, ...(row ?? preset) };
  return { name, kind, baseUrl, key: '', isKeyRemoved: false, models: [...models], enabled };
}

export function bodyOf(values: ProviderValues): ProviderBody {
  const { name, kind, baseUrl, models, enabled } = values;
  return { name: name.trim(), kind, baseUrl: baseUrl.trim(), models, enabled, ...keyOf(values) };
}

export function testBodyOf(values: ProviderValues, providerId?: string): ProviderTestBody {
  const { kind, baseUrl } = values;
  return { ...(providerId && { providerId }), kind, baseUrl: baseUrl.trim(), ...keyOf(values) };
}

/** Missing keeps the stored key, an empty one removes it. */
function keyOf({ key, isKeyRemoved }: ProviderValues): { key?: string } {
  if (key.trim() !== '') return { key: key.trim() };
  return isKeyRemoved ? { key: '' } : {};
}

/** Credentials belong into the key field, and a query would be lost. */
export function isAddress(text: string): boolean {
  if (!URL.canParse(text.trim())) return false;
  const { protocol, username, password, search, hash } = new URL(text.trim());
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
}

/** A stored key belongs to the server it was entered for; the server forgets it when the address leaves. */
export function losesKey(row: ProviderRow | null, { baseUrl, key }: ProviderValues): boolean {
  if (!row?.hasKey || key.trim() !== '' || !isAddress(baseUrl)) return false;
  return new URL(row.baseUrl).origin !== new URL(baseUrl.trim()).origin;
}

const HOST_PORT = /^(?:\[[0-9a-f:.]+\]|[^\s:/[\]@?#]+):(\d{1,5})$/i;

/** `host:port`, as the list of allowed private addresses wants it. */
export function isHostPort(text: string): boolean {
  const port = Number(HOST_PORT.exec(text.trim())?.[1] ?? 0);
  return port > 0 && port < 65_536;
}
