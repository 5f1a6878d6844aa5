import type { ProviderKind } from '@/contract/models';

/** What people paste along from a manual's example. */
const ENDPOINT = /\/(?:chat\/completions|completions|messages|models)$/;
const VERSION = /\/v\d+(?:beta\d*)?$/;

/**
 * The base URLs an entered address may mean, the likeliest first. `http://localhost:11434` stands for `…/v1` in the
 * OpenAI format; Anthropic's SDK adds /v1 by itself.
 */
export function baseUrlCandidates(kind: ProviderKind, entered: string): string[] {
  const { origin, pathname } = new URL(entered);
  const path = pathname.replace(/\/+$/, '').replace(ENDPOINT, '').replace(/\/+$/, '');
  const given = origin + path;
  const isVersioned = VERSION.test(path);
  if (kind === 'anthropic') return [given.replace(/\/v1$/, '')];
  if (path === '') return [`${origin}/v1`, origin];
  return isVersioned ? [given, given.replace(VERSION, '')] : [given, `${given}/v1`];
}

/** A stored key belongs to one server; another scheme, host or port is another server. */
export const isSameServer = (one: string, other: string): boolean =>
  new URL(one).origin === new URL(other).origin;
