import { z } from 'zod';

export const testRunBody = z.object({
  version: z.number().int().min(1).max(2_147_483_647).nullable().default(null),
});

export type TestRunBody = z.infer<typeof testRunBody>;
