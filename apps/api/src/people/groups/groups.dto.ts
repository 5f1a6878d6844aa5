import { z } from 'zod';
import { personNameSchema } from '@/people/users/person-fields';

const MOST_MEMBERS = 10_000;

const description = z.string().trim().max(500);

export const createGroupSchema = z.object({
  name: personNameSchema,
  description: description.default(''),
});

export const updateGroupSchema = z.object({
  name: personNameSchema.optional(),
  description: description.optional(),
});

export const groupMembersSchema = z.object({
  userIds: z.array(z.uuid()).max(MOST_MEMBERS),
});
