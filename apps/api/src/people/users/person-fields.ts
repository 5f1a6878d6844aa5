import { z } from 'zod';

/** Kept and compared in lower case: `Ann@X` and `ann@x` are one person. */
export const emailSchema = z.string().trim().toLowerCase().max(254).pipe(z.email());

/** No control characters: names reach logs, headers and terminals (S-34). */
export const personNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u, 'must not contain control characters');
