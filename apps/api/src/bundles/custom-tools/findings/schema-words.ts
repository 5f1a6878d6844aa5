import type { Texts } from '@/foundation/errors/domain-error';

/** What a place of a file must hold, where the schema's own words would not help; a star is any key or index. */
const WORDS: [string, Texts][] = [
  [
    'id',
    {
      en: 'must start with a letter and hold only letters, digits, underscores and hyphens, 64 at most',
      'zh-CN': '需以字母开头，只能包含字母、数字、下划线、短横线，最多 64 个字符',
    },
  ],
  [
    'icon',
    {
      en: 'must be the name of an SVG file like brain.svg',
      'zh-CN': '必须是 SVG 文件名，例如 brain.svg',
    },
  ],
  ['timeout', { en: 'must be a number of seconds above 0', 'zh-CN': '必须是大于 0 的秒数' }],
  [
    'execution/timeout',
    { en: 'must be a number of seconds above 0', 'zh-CN': '必须是大于 0 的秒数' },
  ],
  ['execution/type', { en: 'must be "python"', 'zh-CN': '必须为 "python"' }],
  [
    'network',
    {
      en: 'must be "none" or a list like ["api.example.org:443"]',
      'zh-CN': '必须为 "none" 或形如 ["api.example.org:443"] 的列表',
    },
  ],
  [
    'network/*',
    {
      en: 'must be a host name with a port like api.example.org:443, no address and no pattern',
      'zh-CN': '必须是主机名加端口，例如 api.example.org:443，不能是 IP 地址或通配符',
    },
  ],
  [
    'secrets/*',
    {
      en: 'must be a name like API_KEY: capital letters, digits, underscores',
      'zh-CN': '必须是形如 API_KEY 的名称：大写字母、数字、下划线',
    },
  ],
  [
    'audience',
    {
      en: 'must be "admins", "everyone" or {"groups": ["name"]}',
      'zh-CN': '必须为 "admins"、"everyone" 或 {"groups": ["名称"]}',
    },
  ],
  [
    'parameters/properties/**/type',
    {
      en: 'must be string, number, integer, boolean, array, object or null, or a list of these',
      'zh-CN':
        '必须是 string、number、integer、boolean、array、object、null 之一，或由它们组成的列表',
    },
  ],
  [
    'parameters/properties/**/pattern',
    { en: 'must be a regular expression', 'zh-CN': '必须是有效的正则表达式' },
  ],
  [
    'redact/*',
    {
      en: 'must be text, {"text": …} or {"pattern": …}, each with an optional "with"',
      'zh-CN': '必须是文本、{"text": …} 或 {"pattern": …}，可另加 "with"',
    },
  ],
  [
    'json',
    {
      en: 'must be true, false or {"path": "/…"}',
      'zh-CN': '必须为 true、false 或 {"path": "/…"}',
    },
  ],
  [
    'json/path',
    { en: 'must be a JSON Pointer like /items/0', 'zh-CN': '必须是 JSON Pointer，例如 /items/0' },
  ],
  ...['output', 'message'].map((key): [string, Texts] => [
    `cases/*/expect/${key}`,
    {
      en: 'must hold exactly one of equals, contains and matches',
      'zh-CN': '必须且只能包含 equals、contains、matches 之一',
    },
  ]),
];

const PATTERNS = WORDS.map(([place, words]): [RegExp, Texts] => [
  new RegExp(`^${place.replaceAll('**', '.+').replaceAll('*', '[^/]+')}$`),
  words,
]);

export const wordsFor = (path: readonly string[]): Texts | null =>
  PATTERNS.find(([pattern]) => pattern.test(path.join('/')))?.[1] ?? null;
