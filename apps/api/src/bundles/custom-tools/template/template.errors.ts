import { DomainError, type Texts } from '@/foundation/errors/domain-error';
import { pythonRepr } from './python-literal';

export type FaultKind =
  'undeclared' | 'field' | 'positional' | 'path' | 'format' | 'conversion' | 'glued' | 'escape';

/** Where a fault stands; offsets count in the text with line breaks as Python reads them. */
export interface FaultPlace {
  kind: FaultKind;
  from: number;
  to: number;
  /** What ends the string or the comment around it; nothing in code. */
  until: string;
}

/** A placeholder nobody declared, or a required parameter that was not given (A-043, A-044). */
export class MissingParameter extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'parameter_missing';
  /** A model can add an argument, but only the author can repair a brace in the script (A-106). */
  override readonly canRetry: boolean;

  constructor(
    readonly parameter: string,
    /** Line of execution.py when the placeholder itself is the mistake. */
    readonly line: number | null = null,
    readonly place: FaultPlace | null = null,
  ) {
    super(
      {
        en: `Missing required parameter: ${pythonRepr(parameter)}`,
        'zh-CN': `缺少必填参数: ${pythonRepr(parameter)}`,
      },
      line === null
        ? { en: 'Call again with this argument.', 'zh-CN': '请补上该参数后重新调用。' }
        : {
            en: 'The author of the tool must correct execution.py: write literal braces as {{ and }}.',
            'zh-CN': '需要工具作者修改 execution.py：字面花括号请写成 {{ 与 }}。',
          },
    );
    this.canRetry = line === null;
  }
}

/** The script could not be made from the template; it was not started (A-045). */
export class TemplateNotRendered extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'template_not_rendered';
  override readonly canRetry: boolean;

  constructor(
    readonly reason: Texts,
    readonly line: number | null,
    /** Set when the value was the obstacle: another value may work. */
    readonly parameter: string | null = null,
    readonly place: FaultPlace | null = null,
  ) {
    super(
      {
        en: `Template rendering failed: ${reason.en}`,
        'zh-CN': `模板渲染失败: ${reason['zh-CN']}`,
      },
      parameter === null
        ? {
            en: `The author of the tool must correct execution.py${line === null ? '' : `, line ${line}`}.`,
            'zh-CN': `需要工具作者修改 execution.py${line === null ? '' : ` 第 ${line} 行`}。`,
          }
        : { en: 'Call again with a simpler value.', 'zh-CN': '请换一个更简单的值后重新调用。' },
    );
    this.canRetry = parameter !== null;
  }
}
