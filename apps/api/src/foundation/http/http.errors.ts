import { DomainError } from '@/foundation/errors/domain-error';

export class BodyTooLarge extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'body_too_large';

  constructor() {
    super(
      { en: 'The request is too large.', 'zh-CN': '请求内容过大。' },
      { en: 'Send less at once.', 'zh-CN': '请减小内容后重试。' },
    );
  }
}

/** State changes take JSON only, or what a route names instead, so that no plain form of another site can cause one (S-12). */
export class UnsupportedBody extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'unsupported_body';

  constructor(type = 'application/json') {
    super(
      { en: `The body must be ${type}.`, 'zh-CN': `请求体必须是 ${type}。` },
      { en: `Send Content-Type: ${type}.`, 'zh-CN': `请使用 Content-Type: ${type}。` },
    );
  }
}

export class ForeignOrigin extends DomainError {
  readonly kind = 'forbidden';
  readonly code = 'foreign_origin';

  constructor() {
    super(
      { en: 'This request came from another site.', 'zh-CN': '该请求来自其他站点。' },
      { en: 'Open the product in its own tab and try again.', 'zh-CN': '请在本站页面中重试。' },
    );
  }
}
