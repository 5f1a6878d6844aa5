import { DomainError, type Texts } from '@/foundation/errors/domain-error';

/** The definition names a secret nobody has given a value; nothing was run. */
export class CustomToolSecretMissing extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'custom_tool_secret_missing';

  constructor(readonly secret: string) {
    super(
      { en: `The secret ${secret} has no value.`, 'zh-CN': `密钥 ${secret} 尚未设置值。` },
      {
        en: `An administrator must set ${secret} on the tool’s page.`,
        'zh-CN': `请管理员在该工具的页面中设置 ${secret}。`,
      },
    );
  }
}

export class CustomToolSecretRefused extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'custom_tool_secret_refused';

  constructor(problem: Texts) {
    super(problem, { en: 'Correct it and save again.', 'zh-CN': '请修正后重新保存。' });
  }
}

export class CustomToolSecretNotFound extends DomainError {
  readonly kind = 'not_found';
  readonly code = 'custom_tool_secret_not_found';

  constructor(name: string) {
    super(
      { en: `${name} has no value.`, 'zh-CN': `${name} 没有已保存的值。` },
      { en: 'Reload the list.', 'zh-CN': '请刷新列表。' },
    );
  }
}
