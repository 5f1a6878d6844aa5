import { z } from 'zod';

export const approvalAnswerSchema = z.object({
  answer: z.enum(['allow', 'allow_for_conversation', 'deny']),
  fingerprint: z.string().min(1).max(200),
  note: z.string().trim().max(1_000).optional(),
  arguments: z.string().max(500_000).optional(),
});

export const approvalListSchema = z.object({
  state: z.enum(['pending', 'decided']).default('pending'),
});
