import { z } from 'zod';

/** Shape of an answer, whichever door it comes by. */
export const approvalAnswerSchema = z.object({
  answer: z.enum(['allow', 'allow_for_conversation', 'deny']),
  fingerprint: z.string().min(1).max(200),
  note: z.string().trim().max(1_000).optional(),
  arguments: z.string().max(500_000).optional(),
});
