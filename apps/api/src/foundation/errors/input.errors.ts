import { DomainError } from './domain-error';

/** A value from outside does not have the shape the door asks for. */
export class InvalidInput extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'invalid_input';

  constructor(readonly issues: readonly { path: string; reason: string }[]) {
    const list = issues
      .map(({ path, reason }) => (path ? `${path}: ${reason}` : reason))
      .join('; ');
    super(
      { en: `The request is not valid: ${list}`, 'zh-CN': `请求内容无效：${list}` },
      {
        en: `Correct ${issues.map(({ path }) => path || 'the body').join(', ')} and send it again.`,
        'zh-CN': `请修正 ${issues.map(({ path }) => path || '请求体').join('、')} 后重新发送。`,
      },
    );
  }
}

/** A route, or a row the caller may see, does not exist. */
export class NotFound extends DomainError {
  readonly kind = 'not_found';
  readonly code = 'not_found';

  constructor() {
    super(
      { en: 'There is nothing here.', 'zh-CN': '未找到请求的内容。' },
      { en: 'Check the address.', 'zh-CN': '请检查地址是否正确。' },
    );
  }
}
