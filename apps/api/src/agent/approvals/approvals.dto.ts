import { z } from 'zod';

export const approvalListSchema = z.object({
  state: z.enum(['pending', 'decided']).default('pending'),
});
