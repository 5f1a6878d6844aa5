import { DomainError } from '@/foundation/errors/domain-error';

export class RunInProgress extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'run_in_progress';
  override readonly canRetry = true;

  constructor() {
    super(
      { en: 'This conversation is still being answered.', 'zh-CN': '该对话正在回答中。' },
      {
        en: 'Wait for the answer, or stop it first.',
        'zh-CN': '请等待回答结束，或先停止当前回答。',
      },
    );
  }
}

export class RunNotFound extends DomainError {
  readonly kind = 'not_found';
  readonly code = 'run_not_found';

  constructor() {
    super(
      { en: 'This run does not exist.', 'zh-CN': '该回答不存在。' },
      { en: 'Reload the conversation.', 'zh-CN': '请刷新对话。' },
    );
  }
}

export class NothingToContinue extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'nothing_to_continue';

  constructor() {
    super(
      { en: 'There is nothing to continue yet.', 'zh-CN': '当前没有可以继续的内容。' },
      { en: 'Ask something first.', 'zh-CN': '请先提出问题。' },
    );
  }
}

/** Said before a run begins; nothing was written. */
export class TooManyRuns extends DomainError {
  readonly kind = 'limited';
  readonly code = 'too_many_runs';
  override readonly canRetry = true;

  constructor(amount: number) {
    super(
      {
        en: `You may have ${amount} answers in the making at once.`,
        'zh-CN': `您最多可以同时进行 ${amount} 个回答。`,
      },
      {
        en: 'Wait until one of them ends, or stop one. An administrator may allow more.',
        'zh-CN': '请等待其中一个结束或停止一个；也可以请管理员提高额度。',
      },
    );
  }
}

/** Told of a run whose server died under it. */
export class RunInterrupted extends DomainError {
  readonly kind = 'unavailable';
  readonly code = 'run_interrupted';
  override readonly canRetry = true;

  constructor() {
    super(
      { en: 'The server stopped during this answer.', 'zh-CN': '服务器在回答过程中停止。' },
      {
        en: 'What was written is kept. Continue to go on.',
        'zh-CN': '已生成的内容已保留，可点击“继续”。',
      },
    );
  }
}
