import { DomainError } from '@/foundation/errors/domain-error';

/** Also for a conversation of somebody else: whether it exists is nobody's business. */
export class ConversationNotFound extends DomainError {
  readonly kind = 'not_found';
  readonly code = 'conversation_not_found';

  constructor() {
    super(
      { en: 'This conversation does not exist.', 'zh-CN': '该对话不存在。' },
      {
        en: 'It may have been removed; choose another one.',
        'zh-CN': '它可能已被删除，请选择其他对话。',
      },
    );
  }
}
