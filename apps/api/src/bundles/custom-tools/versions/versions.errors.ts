import { DomainError, type Texts } from '@/foundation/errors/domain-error';

export class CustomToolVersionNotFound extends DomainError {
  readonly kind = 'not_found';
  readonly code = 'custom_tool_version_not_found';

  constructor(toolId: string, number: number) {
    super(
      { en: `${toolId} has no version ${number}.`, 'zh-CN': `${toolId} 没有版本 ${number}。` },
      {
        en: 'Reload the list of versions; very old ones are dropped.',
        'zh-CN': '请刷新版本列表；过旧的版本会被清理。',
      },
    );
  }
}

/** Somebody saved while this edit was going on; nothing was overwritten (A-086). */
export class CustomToolDraftChanged extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'custom_tool_draft_changed';

  constructor(
    readonly newest: number,
    by: string | null,
  ) {
    super(
      {
        en: `Version ${newest} was saved ${by ? `by ${by}` : 'on the disk'} since you began.`,
        'zh-CN': `在你编辑期间，${by ?? '有人在磁盘上'}保存了版本 ${newest}。`,
      },
      {
        en: 'Nothing was overwritten. Compare with the newest version, then save again.',
        'zh-CN': '没有覆盖任何内容。请与最新版本对比后再保存。',
      },
    );
  }
}

/** Broken files may be saved as a draft, but are never put where models are offered them. */
export class CustomToolVersionInvalid extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'custom_tool_version_invalid';

  constructor(number: number, reason: Texts) {
    super(
      {
        en: `Version ${number} cannot be published: ${reason.en}`,
        'zh-CN': `版本 ${number} 无法发布：${reason['zh-CN']}`,
      },
      {
        en: 'Correct the files, save them and publish again.',
        'zh-CN': '请修正文件，保存后重新发布。',
      },
    );
  }
}
