import type { Audience } from '@/contract/workshop';
import { DomainError, type Texts } from '@/foundation/errors/domain-error';

/** Publishing would let in people whom the tool keeps out now; that takes a deliberate word. */
export class AudienceNeedsConfirmation extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'audience_needs_confirmation';

  constructor(readonly audience: Audience) {
    const { en, 'zh-CN': zh } = audienceText(audience);
    super(
      {
        en: `This version opens the tool to ${en}, who cannot use it now.`,
        'zh-CN': `该版本会将工具开放给${zh}，而目前他们无法使用。`,
      },
      {
        en: 'Read what the tool does, then confirm that these people may call it.',
        'zh-CN': '请先确认工具的行为，再确认允许这些人调用。',
      },
    );
  }
}

/** Only what the published files ask for can be confirmed; the files decide, the administrator agrees. */
export class AudienceNotAskedFor extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'audience_not_asked_for';

  constructor(asked: Audience) {
    const { en, 'zh-CN': zh } = audienceText(asked);
    super(
      {
        en: `The published version asks for ${en} and nobody else.`,
        'zh-CN': `已发布的版本只要求开放给${zh}。`,
      },
      {
        en: 'Change audience in definition.json, publish, and confirm then.',
        'zh-CN': '请修改 definition.json 中的 audience，发布后再确认。',
      },
    );
  }
}

export class ToolTestsFailing extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'tool_tests_failing';

  constructor(
    number: number,
    readonly failed: number,
  ) {
    super(
      {
        en: `Version ${number} fails ${failed} of its tests, and its gate is on.`,
        'zh-CN': `版本 ${number} 有 ${failed} 个测试未通过，且已启用发布门禁。`,
      },
      {
        en: 'Run the tests, correct the tool or the tests, and publish again.',
        'zh-CN': '请运行测试，修正工具或测试后重新发布。',
      },
    );
  }
}

function audienceText(audience: Audience): Texts {
  if (audience === 'admins') return { en: 'administrators', 'zh-CN': '管理员' };
  if (audience === 'everyone') return { en: 'everyone', 'zh-CN': '所有人' };
  return {
    en: `the groups ${audience.groups.join(', ')}`,
    'zh-CN': `用户组 ${audience.groups.join('、')}`,
  };
}
