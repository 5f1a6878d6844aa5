import type { ModelChoice } from '@contract/models';
import type { GroupRow, UserRow } from '@contract/people';
import type { PolicyScope } from '@contract/policy';

/** Whom something is for, as a list offers it. */
export interface ScopeItem {
  /** A scope as one text. */
  value: string;
  label: string;
  description?: string;
}

export interface ScopeSources {
  groups: readonly GroupRow[];
  people: readonly UserRow[];
  models: readonly ModelChoice[];
}

export interface ScopeWords {
  role: (role: 'admin' | 'user') => string;
  kind: (type: string) => string;
  gone: string;
}

export function keyOfScope(scope: PolicyScope): string {
  const { type, ...rest } = scope;
  return type === 'everyone' ? type : `${type}:${Object.values(rest)[0] as string}`;
}

export function scopeOfKey(key: string): PolicyScope {
  const at = key.indexOf(':');
  const [type, value] = [key.slice(0, at), key.slice(at + 1)];
  if (type === 'role') return { type, role: value === 'admin' ? 'admin' : 'user' };
  if (type === 'group') return { type, groupId: value };
  if (type === 'user') return { type, userId: value };
  return at < 0 ? { type: 'everyone' } : { type: 'model', modelId: value };
}

/** Everything but everyone. What a stored scope names and is gone by now stays in the list, as what it is. */
export function scopeItems(
  { groups, people, models }: ScopeSources,
  used: readonly string[],
  words: ScopeWords,
): ScopeItem[] {
  const items: ScopeItem[] = [
    ...(['user', 'admin'] as const).map((role) => ({
      value: `role:${role}`,
      label: words.role(role),
      description: words.kind('role'),
    })),
    ...groups.map(({ id, name }) => ({
      value: `group:${id}`,
      label: name,
      description: words.kind('group'),
    })),
    ...people.map(({ id, name, email }) => ({
      value: `user:${id}`,
      label: name,
      description: email,
    })),
    ...models.map(({ id, name, provider }) => ({
      value: `model:${id}`,
      label: name,
      description: provider,
    })),
  ];
  const known = new Set(items.map(({ value }) => value));
  const gone = [...new Set(used)].filter((value) => value !== '' && !known.has(value));
  return [...items, ...gone.map((value) => ({ value, label: words.gone, description: value }))];
}
