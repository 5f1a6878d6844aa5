import { DomainError, type Texts } from '@/foundation/errors/domain-error';
import type { SpendingMeasure } from './spending';

const WHAT: Record<SpendingMeasure, Texts> = {
  tokens_per_day: {
    en: 'Your tokens for today are used up.',
    'zh-CN': '您今天的 Token 额度已用完。',
  },
  cost_per_month: {
    en: 'Your budget for this month is used up.',
    'zh-CN': '您本月的费用额度已用完。',
  },
};

/** Said before the provider is asked. */
export class UsageLimitReached extends DomainError {
  readonly kind = 'limited';
  readonly code = 'usage_limit_reached';

  constructor(measure: SpendingMeasure, resetsAt: Date) {
    const when = `${resetsAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    super(WHAT[measure], {
      en: `Go on after ${when}, or ask an administrator for more.`,
      'zh-CN': `额度将于 ${when} 重置；也可以请管理员提高额度。`,
    });
  }
}
