import { z } from 'zod';
import type { ProviderBody, ProviderTestBody } from '@/contract/models';
import { because } from '@/foundation/errors/check-input';

/** No control characters: names travel into logs and headers (S-34). */
const line = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .refine(
      (text) => /^\P{Cc}*$/u.test(text),
      because({ en: 'must not hold control characters', 'zh-CN': '不能包含控制字符' }),
    );

const kind = z.enum(['openai', 'anthropic']);

const baseUrl = z
  .string()
  .trim()
  .max(2000)
  .refine(
    isPlainAddress,
    because({
      en: 'must start with http:// or https:// and hold no user name, password or query',
      'zh-CN': '必须以 http:// 或 https:// 开头，且不能包含用户名、密码或查询参数',
    }),
  );

/** It becomes a header, so nothing but visible ASCII; an empty one removes the stored key. */
const key = z
  .string()
  .trim()
  .max(4000)
  .refine(
    (text) => /^[\x21-\x7e]*$/.test(text),
    because({
      en: 'must be without spaces and of plain letters, digits and signs',
      'zh-CN': '不能包含空格，只能使用普通的字母、数字和符号',
    }),
  )
  .optional();

export const createProviderSchema = z.object({
  name: line(80),
  kind,
  baseUrl,
  key,
  models: z
    .array(line(200))
    .max(2000)
    .transform((names) => [...new Set(names)]),
  enabled: z.boolean().optional(),
}) satisfies z.ZodType<ProviderBody>;

export const updateProviderSchema = createProviderSchema.partial();

export const testProviderSchema = z.object({
  providerId: z.uuid().optional(),
  kind,
  baseUrl,
  key,
}) satisfies z.ZodType<ProviderTestBody>;

export const providerIdSchema = z.uuid();

function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && !username && !password && !search && !hash;
}
