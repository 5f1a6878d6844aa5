import { z } from 'zod';

export const callsQuery = z.object({ limit: z.coerce.number().int().min(1).max(200).default(50) });
export type CallsQuery = z.infer<typeof callsQuery>;

export const healthQuery = z.object({
  days: z.enum(['1', '7', '30']).default('7'),
});
export type HealthQuery = z.infer<typeof healthQuery>;
