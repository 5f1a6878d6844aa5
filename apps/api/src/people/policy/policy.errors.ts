import type { PolicyImpact } from '@/contract/policy';
import { DomainError, type Texts } from '@/foundation/errors/domain-error';
import { isToolCategory, TOOL_CATEGORIES } from './tool-categories';

/** One tool, one category. */
export class ToolAlreadyPlaced extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'tool_already_placed';

  constructor(
    readonly tool: string,
    readonly category: string,
  ) {
    const title = titleOf(category);
    super(
      {
        en: `Tool ${tool} is already in category ${title.en}; remove it there before assigning it again.`,
        'zh-CN': `工具 ${tool} 已在分类 ${title['zh-CN']} 中，请先移除后再分配`,
      },
      { en: 'Remove it from its category first.', 'zh-CN': '请先将其从当前分类移除。' },
    );
  }
}

/** A tool may still stand in a category that a later version dropped; then its id is all there is. */
const titleOf = (category: string): Texts =>
  isToolCategory(category) ? TOOL_CATEGORIES[category].name : { en: category, 'zh-CN': category };

export class CategoryNotFound extends DomainError {
  readonly kind = 'not_found';
  readonly code = 'category_not_found';

  constructor(readonly category: string) {
    super(
      { en: `There is no category ${category}.`, 'zh-CN': `没有分类 ${category}。` },
      { en: 'Choose one of the categories of the page.', 'zh-CN': '请选择页面中列出的分类。' },
    );
  }
}

export class PolicyChanged extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'policy_changed';

  constructor() {
    super(
      {
        en: 'Somebody else changed the policy in the meantime.',
        'zh-CN': '在此期间有其他人修改了策略。',
      },
      {
        en: 'Load the newest version and apply your changes to it.',
        'zh-CN': '请加载最新版本，再重新应用您的修改。',
      },
    );
  }
}

/** Giving is never a slip of the hand: what widens must be confirmed with the difference in view. */
export class PolicyWouldWiden extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'policy_widens';
  override readonly extra: { impact: PolicyImpact };

  constructor(impact: PolicyImpact) {
    super(
      {
        en: 'This change gives somebody more than before.',
        'zh-CN': '此修改会让部分人员获得比以前更多的权限。',
      },
      {
        en: 'Look at the difference and confirm it.',
        'zh-CN': '请查看变化并确认。',
      },
    );
    this.extra = { impact };
  }
}
