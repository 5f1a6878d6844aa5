import { z } from 'zod';
import type { PublishBody, VersionBody } from '@/contract/workshop';

const version = z.number().int().min(1).max(2_147_483_647);
const note = z.string().max(500).optional();

export const versionBody = z.object({
  base: z.number().int().min(0).max(2_147_483_647),
  files: z.strictObject({
    'definition.json': z.string().optional(),
    'execution.py': z.string().optional(),
    'return.json': z.string().optional(),
    'meta.json': z.string().optional(),
    'tests.json': z.string().optional(),
  }),
  note,
}) satisfies z.ZodType<VersionBody>;

export const audience = z.union([
  z.literal('admins'),
  z.literal('everyone'),
  z.strictObject({ groups: z.array(z.string().min(1).max(100)).min(1).max(50) }),
]);

export const publishBody = z.object({
  number: version,
  note,
  openTo: audience.optional(),
}) satisfies z.ZodType<PublishBody>;

export const stateBody = z.strictObject({
  isPaused: z.boolean().optional(),
  autoPauseAfter: z.number().int().min(1).max(1000).nullable().optional(),
  usesDraftInChat: z.boolean().optional(),
  openedTo: audience.optional(),
});

export type StateBody = z.infer<typeof stateBody>;

export const pageQuery = z.object({
  before: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

export type PageQuery = z.infer<typeof pageQuery>;

export const numberParam = z.object({
  id: z.string(),
  number: z.coerce.number().int().min(1).max(2_147_483_647),
});
