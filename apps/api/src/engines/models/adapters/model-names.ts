import { NotAModelProvider } from '../models.errors';

/** `{data: [{id}]}` of both formats, and the bare lists some servers answer. */
export function namesIn(answer: unknown, baseUrl: string): string[] {
  const { data } = (answer ?? {}) as { data?: unknown };
  const list = Array.isArray(answer) ? (answer as unknown[]) : data;
  if (!Array.isArray(list)) throw new NotAModelProvider(new URL(baseUrl).host);
  const names = list
    .map((model: unknown) => (model as { id?: unknown } | null)?.id)
    .filter((id): id is string => typeof id === 'string' && id !== '');
  return [...new Set(names)].sort();
}
