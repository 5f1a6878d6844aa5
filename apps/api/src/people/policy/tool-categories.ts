import type { Texts } from '@/foundation/errors/domain-error';

/** Every tool names one of these; the policy page groups by them. */
export const TOOL_CATEGORIES = {
  custom: {
    name: { en: 'Custom tools', 'zh-CN': '自定义工具' },
    description: {
      en: 'Tools administrators wrote for this installation. Only administrators can use them, whatever the category, until one of them opens a tool.',
      'zh-CN': '管理员为本系统编写的工具。无论归入哪个分类，在管理员开放之前都只有管理员可以使用。',
    },
  },
  read: {
    name: { en: 'Read', 'zh-CN': '读取' },
    description: {
      en: 'Looks at things and changes nothing.',
      'zh-CN': '只查看，不修改任何内容。',
    },
  },
  write: {
    name: { en: 'Write', 'zh-CN': '写入' },
    description: {
      en: 'Creates, changes or removes files and records.',
      'zh-CN': '创建、修改或删除文件与记录。',
    },
  },
  execute: {
    name: { en: 'Execute', 'zh-CN': '执行' },
    description: { en: 'Runs programs.', 'zh-CN': '运行程序。' },
  },
  network: {
    name: { en: 'Network', 'zh-CN': '网络' },
    description: { en: 'Talks to other systems.', 'zh-CN': '与其他系统通信。' },
  },
} as const satisfies Record<string, { name: Texts; description: Texts }>;

export type ToolCategoryId = keyof typeof TOOL_CATEGORIES;

/** In the order of the policy page. */
export const TOOL_CATEGORY_IDS = Object.keys(TOOL_CATEGORIES) as ToolCategoryId[];

export const isToolCategory = (id: string): id is ToolCategoryId =>
  Object.hasOwn(TOOL_CATEGORIES, id);
