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

/** Stops the start-up: a key that could be guessed protects nothing. */
export class WeakSecretKey extends DomainError {
  readonly kind = 'unexpected';
  readonly code = 'weak_secret_key';

  constructor(source: string) {
    super(
      {
        en: `${source} is not a key of 32 random bytes.`,
        'zh-CN': `${source} 不是 32 字节的随机密钥。`,
      },
      {
        en: 'Restore it from the backup, or make one with: openssl rand -base64 48',
        'zh-CN': '请从备份恢复，或用 openssl rand -base64 48 生成。',
      },
    );
  }
}
