import type { Locale } from '@/contract/errors';
import { DEFAULT_LOCALE } from '@/foundation/errors/domain-error';

/** First language of an Accept-Language header that the product speaks; `*` and silence get the default. */
export function localeOf(header: string | undefined): Locale {
  for (const range of header?.split(',') ?? []) {
    const tag = range.split(';')[0]?.trim().toLowerCase() ?? '';
    if (tag.startsWith('zh')) return 'zh-CN';
    if (tag.startsWith('en')) return 'en';
  }
  return DEFAULT_LOCALE;
}
