import type { Texts } from '@/foundation/errors/domain-error';

export const TOOL_ID = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** Names of the product's own tools, present and planned: a custom tool must never stand in for one. */
const RESERVED = new Set(
  [
    'Bash Read Write Edit Delete List Glob Grep Image ManagedProcess ProcessWait McpManager SkillsManager',
    'CronTaskManager Memory MemoryManager TaskCreate TaskGet TaskList TaskUpdate Agent SendMessage HttpGetTest',
    'read_file write_file edit_file delete_file move_file list_dir create_dir search_files http_get_test http_test',
    'read_log list_logs list_mcp_servers list_mcp_tools use_mcp_tool read_skill use_skill todo_write',
  ]
    .join(' ')
    .toLowerCase()
    .split(' '),
);

const EMPTY: Texts = { en: 'id is required', 'zh-CN': 'id 必填' };
const BAD: Texts = {
  en: 'The tool id must start with a letter and hold only letters, digits, underscores and hyphens, 64 at most',
  'zh-CN': '工具 ID 不合法：需以字母开头，可包含字母、数字、下划线、短横线',
};

/** Why an id cannot name a tool, or null. */
export function idProblem(id: string): Texts | null {
  if (id === '') return EMPTY;
  if (!TOOL_ID.test(id)) return BAD;
  const lower = id.toLowerCase();
  if (!RESERVED.has(lower) && !lower.startsWith('mcp_')) return null;
  return {
    en: `The tool id ${id} is reserved for a built-in tool`,
    'zh-CN': `工具 ID ${id} 为内置工具保留，请换一个名称`,
  };
}
