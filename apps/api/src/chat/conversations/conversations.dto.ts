import { z } from 'zod';

export const conversationIdSchema = z.uuid();

export const listSchema = z.object({
  q: z.string().max(200).default(''),
  cursor: z.string().max(300).optional(),
});

export const renameSchema = z.object({ title: z.string().trim().min(1).max(200) });

export type ListQuery = z.infer<typeof listSchema>;
export type RenameBody = z.infer<typeof renameSchema>;
