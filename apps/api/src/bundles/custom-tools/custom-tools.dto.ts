import { z } from 'zod';
import { FILE_NAMES } from './folder/tool-files';

const object = z.record(z.string(), z.unknown());

/** `POST /api/admin/custom-tools`; the aliases at the end are accepted because scripts for similar products send them. */
export const upsertSchema = z.object({
  id: z.string().default(''),
  description: z.string().nullish(),
  parameters: object.nullish(),
  required: z.array(z.string()).nullish(),
  category: z.string().nullish(),
  icon: z.string().nullish(),
  timeout: z.union([z.number(), z.string()]).nullish(),
  execution_code: z.string().nullish(),
  return: object.nullish(),
  meta: object.nullish(),
  execution: z
    .looseObject({ type: z.string().optional(), code_template: z.string().nullish() })
    .nullish(),
  return_config: object.nullish(),
  notes: z.string().nullish(),
  dangerous: z.boolean().nullish(),
  strict: z.boolean().nullish(),
  limits: object.nullish(),
  network: z.union([z.string(), z.boolean(), z.array(z.string())]).nullish(),
  secrets: z.array(z.string()).nullish(),
  isolation: z.string().nullish(),
  audience: z.union([z.string(), object]).nullish(),
});

export type UpsertBody = z.infer<typeof upsertSchema>;

export const idQuery = z.object({ id: z.string().default('') });

export const fileQuery = z.object({ id: z.string().min(1), name: z.enum(FILE_NAMES) });

export const fileSchema = z.object({
  id: z.string().min(1),
  name: z.enum(FILE_NAMES),
  content: z.string(),
  hash: z.string().optional(),
});

export type FileBody = z.infer<typeof fileSchema>;

export const runSchema = z.looseObject({ arguments: object.nullish() });
