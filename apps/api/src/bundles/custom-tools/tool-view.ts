import type { Locale } from '@/contract/errors';
import type { CustomToolView, JsonSchema } from '@/contract/tools';
import type { Texts } from '@/foundation/errors/domain-error';
import type { CustomTool } from './folder/custom-tool';
import { toPlain, type JsonObject } from './json-text';

/** One folder as administrators see it. */
export function viewOf(tool: CustomTool, locale: Locale): CustomToolView {
  const { defect } = tool;
  return {
    id: tool.id,
    directory: tool.directory,
    description: tool.description,
    parameters: tool.schema,
    required: tool.parameters.required,
    category: tool.category,
    icon: tool.icon,
    timeout: tool.timeoutSeconds,
    ...abilitiesOf(tool),
    execution: {
      type: 'python',
      timeout: tool.timeoutSeconds,
      code_template: tool.code,
      file: 'execution.py',
    },
    execution_code: tool.code,
    return: plain(tool.returnJson),
    meta: plain(tool.meta),
    invalid: defect !== null,
    invalid_id: defect?.kind === 'id',
    validation_error: defect?.text[locale] ?? null,
    error_position: defect?.position ?? null,
    warnings: tool.warnings.map((text) => text[locale]),
    checks: checksOf(tool).map(({ id, label, passed }) => ({ id, label: label[locale], passed })),
    hash: tool.hash,
    files: tool.files,
  };
}

function abilitiesOf({ limits, allowedHosts, secrets, isolation, ...tool }: CustomTool) {
  return {
    limits: {
      memory_mb: limits.memoryMb,
      cpus: limits.cpus,
      pids: limits.pids,
      output_chars: limits.outputChars,
    },
    network: allowedHosts.length === 0 ? ('none' as const) : allowedHosts,
    secrets,
    isolation,
    dangerous: tool.isDangerous,
    audience: tool.audience,
  };
}

const plain = (object: JsonObject | null): JsonSchema | null =>
  object && (toPlain(object) as JsonSchema);

interface Check {
  id: string;
  label: Texts;
  passed: boolean;
}

/** Why a tool may be missing on the policy page and in chat, condition by condition. */
function checksOf({ files, defect, directory }: CustomTool): Check[] {
  const kind = defect?.kind;
  return [
    {
      id: 'admin',
      label: { en: 'Signed in as an administrator', 'zh-CN': '已使用管理员账号登录' },
      passed: true,
    },
    {
      id: 'directory',
      label: { en: `The folder ${directory} exists`, 'zh-CN': `文件夹 ${directory} 存在` },
      passed: true,
    },
    {
      id: 'definition',
      label: { en: 'definition.json exists', 'zh-CN': 'definition.json 存在' },
      passed: files.includes('definition.json'),
    },
    {
      id: 'execution',
      label: { en: 'execution.py exists', 'zh-CN': 'execution.py 存在' },
      passed: files.includes('execution.py'),
    },
    {
      id: 'readable',
      label: {
        en: 'The files are UTF-8 and not too large',
        'zh-CN': '文件为 UTF-8 编码且未超过大小限制',
      },
      passed: kind !== 'unreadable',
    },
    {
      id: 'json',
      label: { en: 'definition.json is valid JSON', 'zh-CN': 'definition.json 是有效的 JSON' },
      passed: files.includes('definition.json') && kind !== 'json',
    },
    {
      id: 'id',
      label: { en: 'The id is allowed', 'zh-CN': '工具 ID 合法' },
      passed: kind !== 'id',
    },
    {
      id: 'unique',
      label: { en: 'No other folder has the same id', 'zh-CN': '没有其他文件夹使用相同 ID' },
      passed: kind !== 'duplicate',
    },
    {
      id: 'python',
      label: { en: 'The execution type is Python', 'zh-CN': '执行类型为 Python' },
      passed: kind !== 'execution_type',
    },
  ];
}
