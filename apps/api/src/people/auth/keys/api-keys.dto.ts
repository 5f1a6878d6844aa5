import { z } from 'zod';
import type { ApiKeyBody } from '@/contract/people';
import { personNameSchema } from '@/people/users/person-fields';

export const apiKeySchema: z.ZodType<ApiKeyBody> = z.object({
  name: personNameSchema,
  scopes: z
    .array(z.enum(['chat', 'custom-tools', 'admin']))
    .min(1)
    .max(3),
  expiresInDays: z.int().min(1).max(365),
});
