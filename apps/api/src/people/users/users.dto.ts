import { z } from 'zod';
import type { CreateUserBody, UpdateUserBody } from '@/contract/people';
import { emailSchema, personNameSchema } from './person-fields';

const role = z.enum(['admin', 'user']);

export const createUserSchema: z.ZodType<CreateUserBody> = z.object({
  email: emailSchema,
  name: personNameSchema,
  role,
});

export const updateUserSchema: z.ZodType<UpdateUserBody> = z.object({
  name: personNameSchema.optional(),
  role: role.optional(),
  disabled: z.boolean().optional(),
});
