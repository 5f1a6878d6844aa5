import { DomainError } from '@/foundation/errors/domain-error';

/** The tool is there, but an administrator (or its own failures) took it out of use. */
export class CustomToolIsPaused extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'custom_tool_paused';

  constructor(id: string) {
    super(
      { en: `${id} is paused.`, 'zh-CN': `工具 ${id} 已暂停。` },
      {
        en: 'Do without it; an administrator can resume it in the tool workshop.',
        'zh-CN': '请暂时不要使用该工具；管理员可在工具工坊中恢复。',
      },
    );
  }
}

/** Why a tool paused itself. */
export class CustomToolKeepsFailing extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'custom_tool_keeps_failing';

  constructor(failures: number) {
    super(
      {
        en: `It failed ${failures} times in a row.`,
        'zh-CN': `连续失败 ${failures} 次。`,
      },
      {
        en: 'Look at its last calls, correct it, then resume it.',
        'zh-CN': '请查看最近的调用并修正，然后恢复该工具。',
      },
    );
  }
}
