import { z } from 'zod';

export const conversationIdSchema = z.uuid();

export const eventsSchema = z.object({
  afterSeq: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1_000).default(1_000),
});

export type EventsQuery = z.infer<typeof eventsSchema>;
