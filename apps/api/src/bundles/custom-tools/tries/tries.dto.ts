import { z } from 'zod';

export const trySchema = z.object({
  version: z.number().int().min(1).max(2_147_483_647).nullable(),
  arguments: z.record(z.string(), z.unknown()),
});
export type TryInput = z.infer<typeof trySchema>;
