import { useNow } from '@vueuse/core';
import { computed, toValue, type ComputedRef, type MaybeRefOrGetter } from 'vue';
import { useI18n } from 'vue-i18n';
import type { Locale } from '@contract/errors';
import { relativeTime, shortDuration } from '@web/lib/dates';

const HOUR_MS = 3_600_000;

/** Time until a moment, by the second in the last hour: “2 min 5 s”, “in 3 hours”. */
export function useTimeLeft(until: MaybeRefOrGetter<string>): ComputedRef<string> {
  const { locale } = useI18n();
  const now = useNow({ interval: 1_000 });
  return computed(() => {
    const end = Date.parse(toValue(until));
    const leftMs = Math.max(0, end - now.value.getTime());
    const language = locale.value as Locale;
    if (leftMs >= HOUR_MS) return relativeTime(end, now.value.getTime(), language);
    return shortDuration(Math.ceil(leftMs / 1000) * 1000, language);
  });
}
