import type { Caller } from '@/foundation/http/caller';

export const anAdmin = (changes: Partial<Caller> = {}): Caller => ({
  userId: '00000000-0000-4000-8000-000000000001',
  name: 'Ada',
  role: 'admin',
  locale: 'zh-CN',
  sessionId: null,
  ...changes,
});
