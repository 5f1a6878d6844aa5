import { DomainError } from '@/foundation/errors/domain-error';

export class Unauthenticated extends DomainError {
  readonly kind = 'unauthenticated';
  readonly code = 'unauthenticated';

  constructor() {
    super(
      { en: 'You are not signed in.', 'zh-CN': '您尚未登录。' },
      { en: 'Sign in and try again.', 'zh-CN': '请登录后重试。' },
    );
  }
}

export class NotAllowed extends DomainError {
  readonly kind = 'forbidden';
  readonly code = 'not_allowed';

  constructor() {
    super(
      { en: 'Only administrators may do this.', 'zh-CN': '只有管理员可以执行此操作。' },
      { en: 'Ask an administrator.', 'zh-CN': '请联系管理员。' },
    );
  }
}

/** The same for an unknown e-mail, a wrong password and a disabled account, so that nobody learns who exists. */
export class WrongCredentials extends DomainError {
  readonly kind = 'unauthenticated';
  readonly code = 'wrong_credentials';

  constructor() {
    super(
      { en: 'E-mail or password is wrong.', 'zh-CN': '邮箱或密码错误。' },
      {
        en: 'Check both, or ask an administrator for a reset link.',
        'zh-CN': '请检查后重试，或联系管理员获取重置链接。',
      },
    );
  }
}

export class WrongPassword extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'wrong_password';

  constructor() {
    super(
      { en: 'The current password is wrong.', 'zh-CN': '当前密码错误。' },
      { en: 'Type the password you sign in with.', 'zh-CN': '请输入登录时使用的密码。' },
    );
  }
}

export class TooManyAttempts extends DomainError {
  readonly kind = 'limited';
  readonly code = 'too_many_attempts';
  override readonly canRetry = true;

  constructor(override readonly retryAfterMs: number) {
    const seconds = Math.ceil(retryAfterMs / 1000);
    super(
      { en: 'Too many failed attempts.', 'zh-CN': '失败次数过多。' },
      { en: `Try again in ${seconds} seconds.`, 'zh-CN': `请在 ${seconds} 秒后重试。` },
    );
  }
}

/** The same for a wrong code and one that was used before. */
export class WrongCode extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'wrong_code';

  constructor() {
    super(
      { en: 'The code is wrong or was used already.', 'zh-CN': '验证码错误或已使用过。' },
      {
        en: 'Wait for the next code of your app, or use a recovery code.',
        'zh-CN': '请等待应用显示下一个验证码，或使用恢复码。',
      },
    );
  }
}

export class TicketNotValid extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'ticket_not_valid';

  constructor() {
    super(
      {
        en: 'This sign-in took too long or too many tries.',
        'zh-CN': '本次登录超时或尝试次数过多。',
      },
      { en: 'Begin again with your password.', 'zh-CN': '请重新输入密码登录。' },
    );
  }
}

export class SecondFactorOn extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'second_factor_on';

  constructor() {
    super(
      { en: 'The second factor is on already.', 'zh-CN': '双重验证已开启。' },
      { en: 'Turn it off first to use another app.', 'zh-CN': '如需更换应用，请先关闭。' },
    );
  }
}

/** A key was recognised, but this door is not for keys, or not for keys of its scopes. */
export class NotByKey extends DomainError {
  readonly kind = 'forbidden';
  readonly code = 'not_by_key';

  constructor() {
    super(
      { en: 'This API key may not do this.', 'zh-CN': '此 API 密钥无权执行此操作。' },
      {
        en: 'Use a key with the right scope, or sign in with a browser.',
        'zh-CN': '请使用权限范围合适的密钥，或在浏览器中登录。',
      },
    );
  }
}

export class TooManyKeys extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'too_many_keys';

  constructor(most: number) {
    super(
      { en: `You already have ${most} API keys.`, 'zh-CN': `您已有 ${most} 个 API 密钥。` },
      { en: 'Delete one you no longer use.', 'zh-CN': '请先删除不再使用的密钥。' },
    );
  }
}

/** Checking passwords is costly on purpose; beyond the line nobody waits. */
export class SignInBusy extends DomainError {
  readonly kind = 'unavailable';
  readonly code = 'sign_in_busy';
  override readonly canRetry = true;

  constructor() {
    super(
      { en: 'Too many people are signing in at once.', 'zh-CN': '同时登录的人数过多。' },
      { en: 'Try again in a few seconds.', 'zh-CN': '请几秒后重试。' },
    );
  }
}

export class SetupDone extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'setup_done';

  constructor() {
    super(
      { en: 'There is already an administrator.', 'zh-CN': '系统已有管理员。' },
      {
        en: 'Sign in, or ask the administrator for an invitation.',
        'zh-CN': '请登录，或向管理员索取邀请链接。',
      },
    );
  }
}

/** Stops the start-up: nobody said who may enter. */
export class UnmarkedRoute extends DomainError {
  readonly kind = 'unexpected';
  readonly code = 'unmarked_route';

  constructor(readonly routes: readonly string[]) {
    super(
      {
        en: `No mark says who may enter ${routes.join(', ')}.`,
        'zh-CN': `以下路由没有标明谁可以访问：${routes.join('、')}。`,
      },
      {
        en: 'Put @Allow(role) or @Public() on each of them.',
        'zh-CN': '请为其加上 @Allow(role) 或 @Public()。',
      },
    );
  }
}
