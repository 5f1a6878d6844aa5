import { useToast } from '@nuxt/ui/composables/useToast';
import { ApiError } from '@web/lib/api-error';
import { translate } from '@web/lib/i18n/i18n';

/** A failure that has no place on the page: the sentence, the suggestion, and a retry where it can help. */
export function useErrorToast() {
  const toast = useToast();
  return {
    show(thrown: unknown, retry?: () => void): void {
      const error = ApiError.from(thrown);
      toast.add({
        id: `error-${error.code}`,
        title: error.error,
        description: error.suggestion,
        icon: 'i-lucide-circle-alert',
        color: 'error',
        duration: 8_000,
        actions:
          retry && error.canRetry
            ? [
                {
                  label: translate('words.retry'),
                  color: 'neutral',
                  variant: 'outline',
                  onClick: retry,
                },
              ]
            : undefined,
      });
    },
  };
}

/** A quiet word that something worked, with an optional way back. */
export function useNoticeToast() {
  const toast = useToast();
  return {
    show(title: string, undo?: () => void): void {
      toast.add({
        title,
        icon: 'i-lucide-check',
        color: 'neutral',
        duration: undo ? 8_000 : 3_000,
        actions: undo
          ? [
              {
                label: translate('words.undo'),
                color: 'neutral',
                variant: 'outline',
                onClick: undo,
              },
            ]
          : undefined,
      });
    },
  };
}
