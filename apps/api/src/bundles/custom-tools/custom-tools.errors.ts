import type { CustomToolFileName } from '@/contract/tools';
import { DomainError, type Texts } from '@/foundation/errors/domain-error';

export class CustomToolNotFound extends DomainError {
  readonly kind = 'not_found';
  readonly code = 'custom_tool_not_found';

  constructor(id: string) {
    super(
      { en: `Custom tool not found: ${id}`, 'zh-CN': `未找到自定义工具: ${id}` },
      { en: 'Reload the list and check the id.', 'zh-CN': '请刷新列表并检查 ID。' },
    );
  }
}

export class CustomToolIdRefused extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'custom_tool_id_refused';

  constructor(problem: Texts) {
    super(problem, {
      en: 'Use lower-case letters and underscores, e.g. text_len.',
      'zh-CN': '建议使用小写字母和下划线，例如 text_len。',
    });
  }
}

/** Another folder answers to the id already. */
export class CustomToolIdTaken extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'custom_tool_id_taken';

  constructor(id: string, directory: string) {
    super(
      {
        en: `The folder ${directory} already holds ${id}.`,
        'zh-CN': `文件夹 ${directory} 已使用 ID ${id}。`,
      },
      { en: 'Choose another id, or edit that tool.', 'zh-CN': '请更换 ID，或直接修改该工具。' },
    );
  }
}

export class CustomToolRefused extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'custom_tool_refused';

  constructor(problem: Texts) {
    super(problem, { en: 'Correct it and save again.', 'zh-CN': '请修正后重新保存。' });
  }
}

export class CustomToolFileNotFound extends DomainError {
  readonly kind = 'not_found';
  readonly code = 'custom_tool_file_not_found';

  constructor(id: string, name: CustomToolFileName) {
    super(
      { en: `${id} has no ${name}.`, 'zh-CN': `${id} 没有 ${name}。` },
      { en: 'Save the file to create it.', 'zh-CN': '保存该文件即可创建。' },
    );
  }
}

/** Somebody else saved in between; nothing was written. */
export class CustomToolFileChanged extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'custom_tool_file_changed';

  constructor(name: CustomToolFileName, isGone: boolean) {
    super(
      isGone
        ? {
            en: `${name} was deleted since you opened it.`,
            'zh-CN': `${name} 在你打开之后已被删除。`,
          }
        : {
            en: `${name} was changed by someone else since you opened it.`,
            'zh-CN': `${name} 在你打开之后已被他人修改。`,
          },
      {
        en: 'Your text was not saved and nothing was overwritten. Copy it, reload the file and merge.',
        'zh-CN': '你的内容尚未保存，也没有覆盖任何内容。请先复制，再重新加载文件并合并。',
      },
    );
  }
}

/** An argument does not fit the declared parameter; the model can correct it. */
export class ArgumentRefused extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'argument_refused';
  override readonly canRetry = true;

  constructor(
    readonly parameter: string,
    reason: Texts,
  ) {
    super(
      {
        en: `Parameter ${parameter}: ${reason.en}`,
        'zh-CN': `参数 ${parameter}：${reason['zh-CN']}`,
      },
      {
        en: `Correct ${parameter} and call again.`,
        'zh-CN': `请修正参数 ${parameter} 后重新调用。`,
      },
    );
  }
}

export class ScriptFailed extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'script_failed';

  constructor(
    exitCode: number | null,
    lastLine: string | null,
    override readonly canRetry: boolean,
  ) {
    const code = exitCode ?? 'None';
    const reason = lastLine === null ? '' : `: ${lastLine}`;
    super(
      {
        en: `Command failed (exit code: ${code})${reason}`,
        'zh-CN': `命令执行失败 (返回码: ${code})${reason}`,
      },
      canRetry
        ? {
            en: 'Read the error, correct the arguments and call again.',
            'zh-CN': '请根据错误信息修正参数后重新调用。',
          }
        : {
            en: 'The author of the tool must correct execution.py.',
            'zh-CN': '需要工具作者修改 execution.py。',
          },
    );
  }
}

export class ScriptTimedOut extends DomainError {
  readonly kind = 'limited';
  readonly code = 'script_timed_out';
  override readonly canRetry = true;

  constructor(seconds: number) {
    super(
      { en: `Command timed out (${seconds} s)`, 'zh-CN': `命令执行超时 (${seconds}秒)` },
      {
        en: 'Give it less to do, or raise timeout in definition.json.',
        'zh-CN': '请减少处理量，或在 definition.json 中调大 timeout。',
      },
    );
  }
}

export class ScriptOutOfMemory extends DomainError {
  readonly kind = 'limited';
  readonly code = 'script_out_of_memory';

  constructor() {
    super(
      { en: 'The script ran out of memory and was ended.', 'zh-CN': '内存不足，脚本已被终止。' },
      { en: 'Process the data in smaller parts.', 'zh-CN': '请分批处理数据。' },
    );
  }
}

export class ScriptOutputFlood extends DomainError {
  readonly kind = 'limited';
  readonly code = 'script_output_flood';

  constructor() {
    super(
      { en: 'The script wrote too much and was ended.', 'zh-CN': '输出超过上限，脚本已被终止。' },
      { en: 'Print a short summary instead.', 'zh-CN': '请改为输出简短的结果。' },
    );
  }
}

export class ScriptKilled extends DomainError {
  readonly kind = 'unavailable';
  readonly code = 'script_killed';
  override readonly canRetry = true;

  constructor() {
    super(
      { en: 'The script was ended from outside.', 'zh-CN': '脚本被外部终止。' },
      { en: 'Try again.', 'zh-CN': '请重试。' },
    );
  }
}

export class ScriptEngineFailed extends DomainError {
  readonly kind = 'unavailable';
  readonly code = 'script_engine_failed';
  override readonly canRetry = true;

  constructor() {
    super(
      { en: 'The container did not work as it should.', 'zh-CN': '容器运行异常。' },
      {
        en: 'Try again; if it stays, tell the administrator.',
        'zh-CN': '请重试；若仍失败，请联系管理员。',
      },
    );
  }
}

/** The return layer asks for JSON, and the script printed something else. */
export class OutputNotJson extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'output_not_json';

  constructor(fault: { reason: { en: string; 'zh-CN': string }; line: number } | null) {
    const [en, zh] = fault ? [fault.reason.en, fault.reason['zh-CN']] : ['empty', '为空'];
    super(
      {
        en: `The tool’s output is not JSON (line ${fault?.line ?? 1}: ${en}).`,
        'zh-CN': `工具的输出不是 JSON（第 ${fault?.line ?? 1} 行：${zh}）。`,
      },
      {
        en: 'Its author can print JSON only, or take json out of return.json.',
        'zh-CN': '请工具作者只输出 JSON，或从 return.json 中移除 json。',
      },
    );
  }
}

export class CustomToolsDisabled extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'custom_tools_disabled';

  constructor() {
    super(
      {
        en: 'Custom tools are switched off on this server.',
        'zh-CN': '本服务器已关闭自定义工具。',
      },
      {
        en: 'Set CUSTOM_TOOLS_ENABLED=1 and restart.',
        'zh-CN': '请设置 CUSTOM_TOOLS_ENABLED=1 并重启。',
      },
    );
  }
}
