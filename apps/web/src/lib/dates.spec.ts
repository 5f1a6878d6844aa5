import { relativeTime, shortDuration } from './dates';

const NOW = Date.parse('2026-01-10T12:00:00Z');

describe('relativeTime', () => {
  it.each([
    ['2026-01-10T11:59:30Z', 'now', '现在'],
    ['2026-01-10T11:57:00Z', '3 minutes ago', '3分钟前'],
    ['2026-01-09T11:00:00Z', 'yesterday', '昨天'],
    ['2025-12-20T12:00:00Z', '3 weeks ago', '3周前'],
    ['2026-01-10T14:00:00Z', 'in 2 hours', '2小时后'],
  ])('says %s as “%s” and “%s”', (time, en, zh) => {
    expect(relativeTime(time, NOW, 'en')).toBe(en);
    expect(relativeTime(time, NOW, 'zh-CN')).toBe(zh);
  });
});

describe('shortDuration', () => {
  it('grows from milliseconds to minutes', () => {
    expect(shortDuration(340, 'en')).toBe('340ms');
    expect(shortDuration(1440, 'en')).toBe('1.4s');
    expect(shortDuration(125_000, 'en')).toBe('2m 5s');
    expect(shortDuration(1440, 'zh-CN')).toBe('1.4秒');
  });
});
