import type { Texts } from '@/foundation/errors/domain-error';

/** Added as the last message when the steps are used up; the tools stay listed so that the prefix stays the same. */
export const LAST_STEP =
  'The limit of tool steps for this turn is reached. Do not call any tool. Report what was done, what the results are, and what is still open.';

export const STEP_LIMIT: Texts = {
  en: 'The limit of tool steps was reached. Continue if there is more to do.',
  'zh-CN': '已达到本轮的工具步数上限，如需继续请点击“继续”。',
};

export const LENGTH_LIMIT: Texts = {
  en: 'The model stopped because its answer reached the length limit.',
  'zh-CN': '回答达到模型的长度上限，已在此处停止。',
};
