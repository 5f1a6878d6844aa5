import { DomainError } from '@/foundation/errors/domain-error';

/** One question, one answer: the first one (S-45). */
export class ApprovalDecided extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'approval_decided';

  constructor() {
    super(
      {
        en: 'This question was answered already, or its time is over.',
        'zh-CN': '该请求已有答复或已超时。',
      },
      { en: 'Nothing more is to be done.', 'zh-CN': '无需再操作。' },
    );
  }
}

/** The answer was given to something else than what would run. */
export class ApprovalChanged extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'approval_changed';

  constructor() {
    super(
      {
        en: 'What would run is not what you looked at.',
        'zh-CN': '将要执行的内容与您看到的不一致。',
      },
      { en: 'Load the page anew and look again.', 'zh-CN': '请刷新页面后重新确认。' },
    );
  }
}

/** Who asks may not answer where somebody else must. */
export class ApprovalNotYours extends DomainError {
  readonly kind = 'forbidden';
  readonly code = 'approval_not_yours';

  constructor(group: string) {
    super(
      {
        en: `Somebody else of ${group} must answer this.`,
        'zh-CN': `需要由“${group}”的其他成员答复。`,
      },
      { en: 'Wait for them, or stop the answer.', 'zh-CN': '请等待答复，或停止本次回答。' },
    );
  }
}

export class ApprovalOnlyOnce extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'approval_only_once';

  constructor() {
    super(
      {
        en: 'The policy asks for every call of this kind.',
        'zh-CN': '策略要求每次调用都单独确认。',
      },
      { en: 'Allow this one call.', 'zh-CN': '请选择“允许一次”。' },
    );
  }
}

/** No answer is a no (B-132). */
export class ApprovalExpired extends DomainError {
  readonly kind = 'forbidden';
  readonly code = 'approval_expired';

  constructor(readonly tool: string) {
    super(
      {
        en: `Nobody allowed ${tool} in time.`,
        'zh-CN': `未在规定时间内确认 ${tool}，已按拒绝处理。`,
      },
      {
        en: 'Tell the user what is waiting for their permission; do not call it again by yourself.',
        'zh-CN': '请告知用户需要其确认的操作，不要自行再次调用。',
      },
    );
  }
}
