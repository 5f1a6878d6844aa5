import { z } from 'zod';
import { policyDocumentSchema } from '@/people/policy/policy-document';

const version = z.coerce.number().int().min(0).max(2_000_000_000);
const confirmWidening = z.boolean().optional();

export const toolNameSchema = z.string().min(1).max(64);
export const versionSchema = version;

export const placementSchema = z.object({
  tool: toolNameSchema,
  category: z.string().min(1).max(64),
  confirmWidening,
});

export const confirmationSchema = z.object({
  confirmWidening: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
});

export const saveSchema = z.object({
  document: policyDocumentSchema,
  baseVersion: version,
  note: z.string().trim().max(500),
  confirmWidening,
});

export const impactSchema = z.object({ document: policyDocumentSchema });

export const explainSchema = z.object({
  userId: z.uuid(),
  tool: toolNameSchema,
  modelId: z.string().min(1).max(200).optional(),
  arguments: z.string().max(100_000).optional(),
  afterUntrusted: z.boolean().optional(),
  document: policyDocumentSchema.optional(),
});

export const reachSchema = z.object({
  tool: toolNameSchema,
  modelId: z.string().min(1).max(200).optional(),
  document: policyDocumentSchema.optional(),
  q: z.string().max(200).optional(),
});

export const versionsQuerySchema = z.object({ before: version.optional() });

export const restoreSchema = z.object({ baseVersion: version, confirmWidening });
