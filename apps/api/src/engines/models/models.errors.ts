import { DomainError, type Texts } from '@/foundation/errors/domain-error';

const ASK_ADMIN: Texts = {
  en: 'Ask an administrator to look at the model providers.',
  'zh-CN': '请联系管理员检查模型服务配置。',
};

/** Quotes the provider's own sentence, if there is one. */
const quoting = (text: Texts, said: string | null): Texts =>
  said ? { en: `${text.en} It said: ${said}`, 'zh-CN': `${text['zh-CN']}对方返回：${said}` } : text;

export class ProviderUnreachable extends DomainError {
  readonly kind = 'unavailable';
  readonly code = 'provider_unreachable';
  override readonly canRetry = true;

  constructor(
    host: string,
    reason: Texts,
    readonly isSlow = false,
  ) {
    super(
      {
        en: `The model provider ${host} cannot be reached: ${reason.en}.`,
        'zh-CN': `无法连接模型服务 ${host}：${reason['zh-CN']}。`,
      },
      {
        en: 'Check that it is running and that the address and port are right, then try again.',
        'zh-CN': '请确认该服务已启动、地址和端口正确，然后重试。',
      },
    );
  }
}

/** Not `unauthenticated`: it is the server's key that is refused, not the person's. */
export class ProviderRefusedKey extends DomainError {
  readonly kind = 'unavailable';
  readonly code = 'provider_refused_key';

  constructor(readonly said: string | null) {
    super(
      quoting({ en: 'The model provider refused the key.', 'zh-CN': '模型服务拒绝了密钥。' }, said),
      {
        en: 'An administrator should enter a valid key for this provider.',
        'zh-CN': '请由管理员为该模型服务填写有效的密钥。',
      },
    );
  }
}

export class ProviderLimited extends DomainError {
  readonly kind = 'limited';
  readonly code = 'provider_limited';
  override readonly canRetry = true;

  constructor(
    readonly said: string | null,
    override readonly retryAfterMs?: number,
  ) {
    super(
      quoting(
        {
          en: 'The model provider takes no more requests right now.',
          'zh-CN': '模型服务当前限制了请求。',
        },
        said,
      ),
      { en: 'Wait a little and try again.', 'zh-CN': '请稍候再试。' },
    );
  }
}

/** The request itself is not accepted; sending it again will not help. */
export class ProviderRefused extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'provider_refused';

  constructor(readonly said: string | null) {
    super(
      quoting(
        { en: 'The model provider refused the request.', 'zh-CN': '模型服务拒绝了请求。' },
        said,
      ),
      {
        en: 'Choose another model, or ask an administrator to check the address and kind of the provider.',
        'zh-CN': '请换一个模型，或请管理员检查该服务的地址和类型。',
      },
    );
  }
}

/** It failed by itself or stopped in the middle; text that came before has been passed on. */
export class ProviderBroken extends DomainError {
  readonly kind = 'unavailable';
  readonly code = 'provider_broken';
  override readonly canRetry = true;

  constructor(readonly said: string | null) {
    super(
      quoting(
        { en: 'The model provider broke off its answer.', 'zh-CN': '模型服务的回答中断。' },
        said,
      ),
      { en: 'Try again.', 'zh-CN': '请重试。' },
    );
  }
}

/** Something answers there, but not a model provider of this kind. */
export class NotAModelProvider extends DomainError {
  readonly kind = 'unavailable';
  readonly code = 'not_a_model_provider';

  constructor(host: string) {
    super(
      {
        en: `${host} answered, but not as a model provider of this kind.`,
        'zh-CN': `${host} 有响应，但不是该类型的模型服务。`,
      },
      {
        en: 'Check the base URL; most end in /v1.',
        'zh-CN': '请检查基础地址（Base URL），多数以 /v1 结尾。',
      },
    );
  }
}

export class ModelNotFound extends DomainError {
  readonly kind = 'not_found';
  readonly code = 'model_not_found';

  constructor(model: string) {
    super(
      { en: `The model ${model} is not available.`, 'zh-CN': `模型 ${model} 不可用。` },
      { en: 'Choose another model.', 'zh-CN': '请选择其他模型。' },
    );
  }
}

export class NoModelConfigured extends DomainError {
  readonly kind = 'unavailable';
  readonly code = 'no_model_configured';

  constructor() {
    super({ en: 'No model is set up yet.', 'zh-CN': '尚未配置任何模型。' }, ASK_ADMIN);
  }
}

export class ProviderNotFound extends DomainError {
  readonly kind = 'not_found';
  readonly code = 'provider_not_found';

  constructor() {
    super(
      { en: 'This model provider does not exist.', 'zh-CN': '该模型服务不存在。' },
      { en: 'Reload the list.', 'zh-CN': '请刷新列表。' },
    );
  }
}
