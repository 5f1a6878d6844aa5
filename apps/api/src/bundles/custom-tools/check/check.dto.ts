import { z } from 'zod';
import { FILE_NAMES } from '../folder/tool-files';

export const checkSchema = z.object({
  /** Empty for a tool that has no name yet. */
  id: z.string().max(200).default(''),
  files: z.partialRecord(z.enum(FILE_NAMES), z.string()),
  arguments: z.record(z.string(), z.unknown()).nullish(),
});

export type CheckInput = z.infer<typeof checkSchema>;
