import { DomainError } from '@/foundation/errors/domain-error';

/** The stored value was sealed with another key. */
export class SecretUnreadable extends DomainError {
  readonly kind = 'unavailable';
  readonly code = 'secret_unreadable';

  constructor() {
    super(
      {
        en: 'A stored secret cannot be read with the current key.',
        'zh-CN': '无法用当前密钥读取已保存的机密信息。',
      },
      {
        en: 'Restore secret.key or SECRET_KEY from the backup, or enter the secret again.',
        'zh-CN': '请从备份恢复 secret.key 或 SECRET_KEY，或重新填写该机密信息。',
      },
    );
  }
}

export class WeakSecretKey extends DomainError {
  readonly kind = 'unexpected';
  readonly code = 'weak_secret_key';

  constructor(file: string) {
    super(
      { en: `${file} does not hold 32 bytes.`, 'zh-CN': `${file} 的内容不是 32 字节。` },
      { en: 'Restore the file from the backup.', 'zh-CN': '请从备份恢复该文件。' },
    );
  }
}
