import type { Audience } from '@/contract/workshop';
import type { Texts } from '@/foundation/errors/domain-error';
import { isJsonObject, type JsonValue } from '../json-text';

const MOST_GROUPS = 50;
const LONGEST_NAME = 100;

export function readAudience(value: JsonValue, warnings: Texts[]): Audience {
  if (value === null || value === 'admins') return 'admins';
  if (value === 'everyone') return 'everyone';
  const groups = isJsonObject(value) && value.size === 1 ? value.get('groups') : undefined;
  if (Array.isArray(groups) && groups.length > 0 && groups.every(isGroupName)) {
    const names = [...new Set(groups as string[])].sort();
    if (names.length <= MOST_GROUPS) return { groups: names };
  }
  warnings.push({
    en: 'audience must be "admins", "everyone" or {"groups": ["name"]}; "admins" is used',
    'zh-CN': 'audience 必须为 "admins"、"everyone" 或 {"groups": ["名称"]}，已使用 "admins"',
  });
  return 'admins';
}

const isGroupName = (name: JsonValue): boolean =>
  typeof name === 'string' && name.trim() !== '' && name.length <= LONGEST_NAME;

/** Order and repetition of groups mean nothing. */
export function isSameAudience(one: Audience, other: Audience): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  const names = new Set(one.groups);
  return names.size === new Set(other.groups).size && other.groups.every((name) => names.has(name));
}

/** True when `next` lets in nobody whom `now` keeps out. */
export function isWithin(next: Audience, now: Audience): boolean {
  if (next === 'admins' || now === 'everyone') return true;
  if (next === 'everyone' || now === 'admins') return false;
  return next.groups.every((name) => now.groups.includes(name));
}
