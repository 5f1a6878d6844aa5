import type { Locale } from '@contract/errors';

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** “3 minutes ago”, “昨天”; anything under a minute is “now”, so that nothing flickers by the second. */
export function relativeTime(time: string | number | Date, now: number, locale: Locale): string {
  const seconds = (new Date(time).getTime() - now) / 1000;
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return format.format(0, 'second');
}

export function exactTime(time: string | number | Date, locale: Locale): string {
  return new Date(time).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'medium' });
}

/** Short for a tool line: “340 ms”, “1.4 s”, “2 min 5 s”. */
export function shortDuration(ms: number, locale: Locale): string {
  const say = (value: number, unit: string, digits = 0) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: locale === 'zh-CN' ? 'short' : 'narrow',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(value);
  if (ms < 1000) return say(Math.round(ms), 'millisecond');
  if (ms < 60_000) return say(ms / 1000, 'second', 1);
  const seconds = Math.round(ms / 1000);
  return `${say(Math.floor(seconds / 60), 'minute')} ${say(seconds % 60, 'second')}`;
}
