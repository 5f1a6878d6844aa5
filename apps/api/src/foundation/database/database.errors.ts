import { DomainError } from '@/foundation/errors/domain-error';

export class EmbeddedPostgresFailed extends DomainError {
  readonly kind = 'unavailable';
  readonly code = 'embedded_postgres_failed';

  constructor(readonly reason: string) {
    super(
      {
        en: `The embedded PostgreSQL did not start: ${reason}`,
        'zh-CN': `内置 PostgreSQL 启动失败：${reason}`,
      },
      {
        en: 'Read postgres.log in the data folder, or set DATABASE_URL to a server of your own.',
        'zh-CN': '请查看数据目录中的 postgres.log，或用 DATABASE_URL 指定自己的数据库。',
      },
    );
  }
}
