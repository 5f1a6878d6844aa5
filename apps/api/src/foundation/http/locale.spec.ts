import { localeOf } from './locale';

it.each([
  ['en-US,en;q=0.9,zh-CN;q=0.8', 'en'],
  ['zh-TW', 'zh-CN'],
  ['fr-FR, en;q=0.5', 'en'],
  ['fr', 'zh-CN'],
  ['*', 'zh-CN'],
  ['', 'zh-CN'],
  [undefined, 'zh-CN'],
])('%p means %s', (header, locale) => expect(localeOf(header)).toBe(locale));
