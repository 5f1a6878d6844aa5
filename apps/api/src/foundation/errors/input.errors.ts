import type { Locale } from '@/contract/errors';
import { DomainError, type Texts } from './domain-error';

export interface InputIssue {
  /** Empty for the value as a whole. */
  path: string;
  reason: string | Texts;
}

/** A value from outside does not have the shape the door asks for. */
export class InvalidInput extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'invalid_input';

  constructor(readonly issues: readonly InputIssue[]) {
    super(
      {
        en: `The request is not valid: ${listed(issues, 'en')}`,
        'zh-CN': `请求内容无效：${listed(issues, 'zh-CN')}`,
      },
      {
        en: `Correct ${issues.map(({ path }) => path || 'the body').join(', ')} and send it again.`,
        'zh-CN': `请修正 ${issues.map(({ path }) => path || '请求体').join('、')} 后重新发送。`,
      },
    );
  }
}

const listed = (issues: readonly InputIssue[], locale: Locale): string =>
  issues
    .map(({ path, reason }) => {
      const text = typeof reason === 'string' ? reason : reason[locale];
      return path ? `${path}: ${text}` : text;
    })
    .join('; ');

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
