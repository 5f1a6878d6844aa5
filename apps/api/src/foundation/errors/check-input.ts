import { locales, type ZodError, type ZodType, type infer as Infer } from 'zod';
import type { Texts } from './domain-error';
import { InvalidInput } from './input.errors';

const CHINESE = locales.zhCN().localeError;

/** Parse with a schema or throw InvalidInput naming every path that is wrong. */
export function checkInput<Schema extends ZodType>(schema: Schema, value: unknown): Infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const chinese = schema.safeParse(value, { error: CHINESE }).error;
  throw new InvalidInput(
    parsed.error.issues.map((issue, i) => ({
      path: issue.path.join('.'),
      reason: reasonOf(issue, chinese?.issues[i]?.message ?? issue.message),
    })),
  );
}

/** For `refine`: a reason in both languages, where zod has no sentence of its own. */
export const because = (texts: Texts) => ({ error: texts.en, params: { texts } });

function reasonOf(issue: ZodError['issues'][number], chinese: string): Texts {
  const own = issue.code === 'custom' ? (issue.params?.['texts'] as Texts | undefined) : undefined;
  return own ?? { en: issue.message, 'zh-CN': chinese };
}
