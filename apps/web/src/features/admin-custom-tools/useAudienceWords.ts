import { useQuery } from '@tanstack/vue-query';
import { computed } from 'vue';
import { useI18n } from 'vue-i18n';
import type { Audience } from '@contract/workshop';
import { workshopApi } from './workshop.api';

/** Says whom an audience means, and of a group that does not exist that it lets nobody in. */
export function useAudienceWords(): (audience: Audience) => string {
  const { t } = useI18n();
  const { data } = useQuery({
    queryKey: ['admin-groups'],
    queryFn: ({ signal }) => workshopApi.groups(signal),
  });
  const known = computed(() => data.value && new Set(data.value.map(({ name }) => name)));
  const word = (name: string) =>
    known.value?.has(name) === false ? t('workshop.audience.noGroup', { name }) : name;

  return (audience) =>
    typeof audience === 'string'
      ? t(`workshop.audience.${audience}`)
      : t('workshop.audience.groups', { groups: audience.groups.map(word).join(', ') });
}
