import type { Locale } from '@contract/errors';
import { createI18n } from 'vue-i18n';
import { readStored, writeStored } from '../browser-storage';

export const LOCALES: readonly Locale[] = ['zh-CN', 'en'];

export type Messages = { [key: string]: string | Messages };

export const i18n = createI18n({
  legacy: false,
  locale: preferredLocale() as string,
  messages: {},
  // One missing or broken message must never take a page down: its key is shown instead.
  missingWarn: false,
  fallbackWarn: false,
});

export function currentLocale(): Locale {
  return i18n.global.locale.value as Locale;
}

/** For code outside components; inside them use `useI18n()`. */
export function translate(key: string, params: Record<string, unknown> = {}): string {
  return i18n.global.t(key, params);
}

export function showMessages(locale: Locale, messages: Messages): void {
  i18n.global.setLocaleMessage(locale, messages);
  i18n.global.locale.value = locale;
  document.documentElement.lang = locale;
}

/** What was chosen here before, else the browser's languages, else Chinese. */
export function preferredLocale(): Locale {
  const stored = readStored('locale');
  if (isLocale(stored)) return stored;
  for (const language of navigator.languages) {
    if (/^zh\b/i.test(language)) return 'zh-CN';
    if (/^en\b/i.test(language)) return 'en';
  }
  return 'zh-CN';
}

export function rememberLocale(locale: Locale): void {
  writeStored('locale', locale);
}

export function isLocale(value: unknown): value is Locale {
  return value === 'zh-CN' || value === 'en';
}
