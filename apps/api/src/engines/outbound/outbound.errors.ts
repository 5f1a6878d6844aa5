import { DomainError } from '@/foundation/errors/domain-error';

/** The address leads inside, and no administrator has allowed it (S-24). */
export class PrivateAddressBlocked extends DomainError {
  readonly kind = 'forbidden';
  readonly code = 'private_address_blocked';

  constructor(readonly hostPort: string) {
    super(
      {
        en: `${hostPort} is a private address, and the server does not connect to those by itself.`,
        'zh-CN': `${hostPort} 是内网地址，服务器默认不会连接内网地址。`,
      },
      {
        en: `If this is intended, an administrator can add ${hostPort} to the allowed private addresses.`,
        'zh-CN': `如确需访问，请由管理员将 ${hostPort} 加入允许的内网地址列表。`,
      },
    );
  }
}

/** Following it would let a public address point the server inside. */
export class RedirectRefused extends DomainError {
  readonly kind = 'unavailable';
  readonly code = 'redirect_refused';

  constructor(readonly hostPort: string) {
    super(
      {
        en: `${hostPort} answered with a redirect, which is not followed.`,
        'zh-CN': `${hostPort} 返回了重定向，服务器不会跟随。`,
      },
      {
        en: 'Enter the final address, often the same with https:// or without www.',
        'zh-CN': '请直接填写最终地址，常见情况是改用 https:// 或去掉 www。',
      },
    );
  }
}

export class UnsupportedAddress extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'unsupported_address';

  constructor() {
    super(
      {
        en: 'The address must start with http:// or https:// and must not hold a user name or password.',
        'zh-CN': '地址必须以 http:// 或 https:// 开头，且不能包含用户名或密码。',
      },
      { en: 'Correct the address.', 'zh-CN': '请修正地址。' },
    );
  }
}
