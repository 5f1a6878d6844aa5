import { useQuery } from '@tanstack/vue-query';
import { computed } from 'vue';
import { useI18n } from 'vue-i18n';
import type { PolicyCategory, PolicyScope, PolicyTarget } from '@contract/policy';
import { keyOfScope, scopeItems, type ScopeItem } from '@web/widgets/scope-items';
import { loadScopeSources } from '@web/widgets/scope-sources';
import { POLICY_KEY } from './usePolicy';

/** Whom rules can be for, with names; what a rule names and is gone by now keeps its place. */
export function useScopeNames(
  used: () => readonly PolicyScope[],
  categories: () => readonly PolicyCategory[],
) {
  const { t } = useI18n();
  const query = useQuery({
    queryKey: [...POLICY_KEY, 'scopes'],
    queryFn: ({ signal }) => loadScopeSources(signal),
    shallow: true,
    structuralSharing: false,
  });
  const sources = computed(() => query.data.value ?? { groups: [], people: [], models: [] });
  const everyone = computed<ScopeItem>(() => ({
    value: 'everyone',
    label: t('adminPolicy.everyone'),
  }));
  const items = computed<ScopeItem[]>(() => [
    everyone.value,
    ...scopeItems(
      sources.value,
      used()
        .filter(({ type }) => type !== 'everyone')
        .map(keyOfScope),
      {
        role: (role) => t(`adminPolicy.roles.${role}`),
        kind: (type) => t(`adminPolicy.kinds.${type}`),
        gone: t('adminPolicy.gone'),
      },
    ),
  ]);
  const labels = computed(() => new Map(items.value.map(({ value, label }) => [value, label])));
  const nameOf = (scope: PolicyScope): string =>
    labels.value.get(keyOfScope(scope)) ?? t('adminPolicy.gone');
  const groupName = (id: string): string => nameOf({ type: 'group', groupId: id });

  const targetName = (target: PolicyTarget): string => {
    if (target.type === 'tool') return target.tool;
    const found = categories().find(({ id }) => id === target.category);
    return t('adminPolicy.wholeCategory', { category: found?.name ?? target.category });
  };

  return { query, sources, items, nameOf, groupName, targetName };
}
