import { AdminNotice } from '@/foundation/events/admin-notice';

const pageOf = (toolId: string) => `/admin/custom-tools/${encodeURIComponent(toolId)}`;

/** A tool failed too often and is offered to nobody until an administrator resumes it. */
export const pausedItself = (toolId: string, failures: number): AdminNotice =>
  new AdminNotice(
    { en: `${toolId} paused itself`, 'zh-CN': `${toolId} 已自动暂停` },
    {
      en: `It failed ${failures} times in a row and is offered to nobody until it is resumed.`,
      'zh-CN': `连续失败 ${failures} 次，恢复之前不再提供给任何人。`,
    },
    pageOf(toolId),
  );

/** Its files ask for another audience than the one that was confirmed, so only administrators have it again. */
export const closedAgain = (toolId: string): AdminNotice =>
  new AdminNotice(
    { en: `${toolId} is for administrators again`, 'zh-CN': `${toolId} 已恢复为仅管理员可用` },
    {
      en: 'Its definition now asks for another audience than the one that was confirmed.',
      'zh-CN': '其定义中的使用范围已不同于先前确认的范围。',
    },
    pageOf(toolId),
  );
