import { DomainError } from '@/foundation/errors/domain-error';

export class EmailTaken extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'email_taken';

  constructor() {
    super(
      { en: 'There is already an account with this e-mail.', 'zh-CN': '该邮箱已有账号。' },
      {
        en: 'Use another e-mail, or reset the existing account.',
        'zh-CN': '请换用其他邮箱，或重置已有账号。',
      },
    );
  }
}

/** The house must keep somebody who can open every door. */
export class LastAdministrator extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'last_administrator';

  constructor() {
    super(
      {
        en: 'The last active administrator cannot be demoted or disabled.',
        'zh-CN': '不能降级或停用最后一位可用的管理员。',
      },
      { en: 'Make somebody else an administrator first.', 'zh-CN': '请先将其他人设为管理员。' },
    );
  }
}

export class UserDisabled extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'user_disabled';

  constructor() {
    super(
      { en: 'This account is disabled.', 'zh-CN': '该账号已停用。' },
      { en: 'Enable it first, then make a link.', 'zh-CN': '请先启用该账号，再生成链接。' },
    );
  }
}

/** Used, expired, replaced or never made: the answer does not tell which. */
export class LinkNotValid extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'link_not_valid';

  constructor() {
    super(
      { en: 'This link is not valid any more.', 'zh-CN': '该链接已失效。' },
      { en: 'Ask an administrator for a new link.', 'zh-CN': '请联系管理员重新生成链接。' },
    );
  }
}
