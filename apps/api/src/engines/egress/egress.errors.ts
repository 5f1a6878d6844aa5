import { DomainError } from '@/foundation/errors/domain-error';

/** The socket a tool with network needs cannot be made; without it the script does not start. */
export class EgressUnavailable extends DomainError {
  readonly kind = 'unavailable';
  readonly code = 'egress_unavailable';
  override readonly canRetry = true;

  constructor(directory: string, cause: unknown) {
    const why = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    super(
      {
        en: 'The way out for tools with network could not be opened.',
        'zh-CN': '无法为需要联网的工具打开出口通道。',
      },
      {
        en: `The server must be able to create folders and sockets in ${directory} (${why}); see EGRESS_DIR.`,
        'zh-CN': `服务器必须能在 ${directory} 中创建文件夹和套接字（${why}），参见 EGRESS_DIR。`,
      },
    );
    this.cause = cause;
  }
}
