import { z } from 'zod';
import { because } from '@/foundation/errors/check-input';

/** Kept and compared in lower case: `Ann@X` and `ann@x` are one person. */
export const emailSchema = z.string().trim().toLowerCase().max(254).pipe(z.email());

/** No control characters: names reach logs, headers and terminals (S-34). */
export const personNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .refine(
    (name) => !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(name),
    because({ en: 'must not contain control characters', 'zh-CN': '不能包含控制字符' }),
  );
