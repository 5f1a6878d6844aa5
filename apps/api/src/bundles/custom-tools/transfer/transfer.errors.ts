import { DomainError, type Texts } from '@/foundation/errors/domain-error';

/** Nothing of the archive was taken over (S-37). */
export class ArchiveRefused extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'archive_refused';

  constructor(reason: Texts) {
    super(
      {
        en: `The archive was refused: ${reason.en}`,
        'zh-CN': `压缩包被拒绝：${reason['zh-CN']}`,
      },
      {
        en: 'Nothing was imported. Pack one folder per tool with plain files only, and try again.',
        'zh-CN': '没有导入任何内容。请每个工具一个文件夹、仅打包普通文件后重试。',
      },
    );
  }
}

export class ArchiveTooLarge extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'archive_too_large';

  constructor(limit: Texts) {
    super(
      {
        en: `The archive is too large: at most ${limit.en}.`,
        'zh-CN': `压缩包过大：最多 ${limit['zh-CN']}。`,
      },
      {
        en: 'Nothing was imported. Import fewer tools at once.',
        'zh-CN': '没有导入任何内容。请减少一次导入的工具数量。',
      },
    );
  }
}
