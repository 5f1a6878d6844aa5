import { DomainError } from '@/foundation/errors/domain-error';

/** Unknown and forbidden are the same answer, so that nobody learns what exists. */
export class ToolNotFound extends DomainError {
  readonly kind = 'not_found';
  readonly code = 'tool_not_found';

  constructor(readonly tool: string) {
    super(
      { en: `Custom tool not found: ${tool}`, 'zh-CN': `未找到自定义工具: ${tool}` },
      { en: 'Use only the tools that were offered.', 'zh-CN': '请只使用已提供的工具。' },
    );
  }
}

export class InvalidArguments extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'invalid_arguments';
  override readonly canRetry = true;

  constructor(
    readonly parameter: string,
    readonly reason: string,
  ) {
    super(
      { en: `Argument ${parameter}: ${reason}`, 'zh-CN': `参数 ${parameter}：${reason}` },
      { en: 'Correct this argument and call again.', 'zh-CN': '请修正该参数后重新调用。' },
    );
  }
}

export class ToolDenied extends DomainError {
  readonly kind = 'forbidden';
  readonly code = 'tool_denied';

  constructor(readonly tool: string) {
    super(
      { en: `The policy does not allow ${tool}.`, 'zh-CN': `策略不允许使用 ${tool}。` },
      { en: 'Ask an administrator for this tool.', 'zh-CN': '请联系管理员开通该工具。' },
    );
  }
}

/** A person said no (C-018), or nobody could be asked. The note is theirs, for the model. */
export class ToolRefused extends DomainError {
  readonly kind = 'forbidden';
  readonly code = 'tool_refused';

  constructor(
    readonly tool: string,
    note = '',
  ) {
    super(
      { en: `The user refused permission for ${tool}.`, 'zh-CN': `用户拒绝${tool}权限` },
      note === ''
        ? { en: 'Ask the user to confirm what to do.', 'zh-CN': '请与用户确认后再继续' }
        : { en: `The user says: ${note}`, 'zh-CN': `用户说明：${note}` },
    );
  }
}

export class ToolCallCancelled extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'tool_call_cancelled';

  constructor() {
    super({ en: 'The call was stopped.', 'zh-CN': '调用已停止。' });
  }
}

export class ToolNameTaken extends DomainError {
  readonly kind = 'unexpected';
  readonly code = 'tool_name_taken';

  constructor(name: string) {
    super({
      en: `Two bundles offer a tool named ${name}.`,
      'zh-CN': `有两个工具包提供了同名工具 ${name}。`,
    });
  }
}
