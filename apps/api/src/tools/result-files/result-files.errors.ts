import { DomainError } from '@/foundation/errors/domain-error';

export class ResultFileNotFound extends DomainError {
  readonly kind = 'not_found';
  readonly code = 'result_file_not_found';

  constructor() {
    super(
      { en: 'This file does not exist any more.', 'zh-CN': '该文件已不存在。' },
      { en: 'Run the tool again to get it.', 'zh-CN': '请重新运行工具以获取该文件。' },
    );
  }
}
