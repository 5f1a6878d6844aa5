import { DomainError } from '@/foundation/errors/domain-error';

export class GroupNameTaken extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'group_name_taken';

  constructor(name: string) {
    super(
      { en: `There is already a group ${name}.`, 'zh-CN': `已有名为 ${name} 的用户组。` },
      { en: 'Choose another name.', 'zh-CN': '请换一个名称。' },
    );
  }
}

/** Somebody in the list is no account (any more). */
export class GroupMemberUnknown extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'group_member_unknown';

  constructor() {
    super(
      { en: 'One of these people has no account.', 'zh-CN': '列表中有不存在的账号。' },
      { en: 'Load the page again and choose anew.', 'zh-CN': '请刷新页面后重新选择。' },
    );
  }
}
