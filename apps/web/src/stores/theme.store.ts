import { usePreferredDark } from '@vueuse/core';
import { defineStore } from 'pinia';
import { computed, ref, watchEffect } from 'vue';
import { readStored, writeStored } from '@web/lib/browser-storage';

export type Theme = 'light' | 'dark' | 'system';

const isTheme = (value: string | null): value is Theme =>
  value === 'light' || value === 'dark' || value === 'system';

/** Light, dark or as the system has it; public/theme.js does the same before the first paint. */
export const useTheme = defineStore('theme', () => {
  const stored = readStored('theme');
  const theme = ref<Theme>(isTheme(stored) ? stored : 'system');
  const prefersDark = usePreferredDark();
  const isDark = computed(
    () => theme.value === 'dark' || (theme.value === 'system' && prefersDark.value),
  );

  watchEffect(() => {
    const root = document.documentElement;
    root.classList.toggle('dark', isDark.value);
    root.classList.toggle('light', !isDark.value);
    root.style.colorScheme = isDark.value ? 'dark' : 'light';
  });

  function choose(next: Theme): void {
    theme.value = next;
    writeStored('theme', next);
  }

  return { theme, isDark, choose };
});
