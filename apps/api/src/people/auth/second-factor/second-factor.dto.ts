import { z } from 'zod';

const password = z.string().min(1).max(512);
/** Six digits, or a recovery code with its dashes. */
export const codeField = z.string().trim().min(6).max(40);

export const beginSchema: z.ZodType<{ password: string }> = z.object({ password });
export const confirmSchema: z.ZodType<{ code: string }> = z.object({ code: codeField });
export const proofSchema: z.ZodType<{ password: string; code: string }> = z.object({
  password,
  code: codeField,
});
