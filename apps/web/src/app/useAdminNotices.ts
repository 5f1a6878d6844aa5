import { useToast } from '@nuxt/ui/composables/useToast';
import { onScopeDispose } from 'vue';
import { useI18n } from 'vue-i18n';
import { useRouter } from 'vue-router';
import { useQueryClient } from '@tanstack/vue-query';
import { useLive } from '@web/stores/live.store';

/** What the server wants administrators to look at, said wherever they are. */
export function useAdminNotices(): void {
  const { t } = useI18n();
  const toast = useToast();
  const router = useRouter();
  const queries = useQueryClient();
  const end = useLive().on('admin.notice', ({ title, text, link }) => {
    // The page that shows it may be open.
    void queries.invalidateQueries();
    toast.add({
      id: `notice-${title}`,
      title,
      description: text,
      icon: 'i-lucide-triangle-alert',
      color: 'warning',
      duration: 15_000,
      actions: [
        {
          label: t('app.look'),
          color: 'neutral',
          variant: 'outline',
          onClick: () => void router.push(link),
        },
      ],
    });
  });
  onScopeDispose(end);
}
