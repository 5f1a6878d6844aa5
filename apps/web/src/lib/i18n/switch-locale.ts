import type { Locale } from '@contract/errors';
import { showMessages, type Messages } from './i18n';

type Areas = Record<string, Messages>;

const loaders: Record<Locale, () => Promise<Areas>> = {
  'zh-CN': () => import('./zh-CN/all-areas').then(({ areas }) => areas),
  en: () => import('./en/all-areas').then(({ areas }) => areas),
};

/** Loads a language (one small chunk) and shows it. A file `chat.json` becomes the keys `chat.…`. */
export async function switchLocale(locale: Locale): Promise<void> {
  const areas = await loaders[locale]();
  const messages = Object.entries(areas).map(([path, area]) => [
    path.slice(2, -'.json'.length),
    area,
  ]);
  showMessages(locale, Object.fromEntries(messages) as Messages);
}
