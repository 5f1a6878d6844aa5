import { z } from 'zod';
import type { SettingDefinition } from '@/foundation/settings/settings.service';

const place = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const words = z.string().min(1).max(200);

const filterShape = {
  kind: z.enum(['tool_call', 'admin_act', 'security']).optional(),
  actorId: z.uuid().optional(),
  action: words.optional(),
  subject: words.optional(),
  outcome: words.optional(),
  effect: z.enum(['allow', 'ask', 'deny']).optional(),
  conversationId: z.uuid().optional(),
  runId: z.uuid().optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
};

export const seqSchema = place;
export const pageQuerySchema = z.object({
  ...filterShape,
  before: place.optional(),
  after: place.optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
});
export const exportQuerySchema = z.object({
  ...filterShape,
  format: z.enum(['csv', 'jsonl']),
});
export const retentionSchema = z.object({ days: z.number().int().min(1).max(36_500).nullable() });

export type PageQuery = z.infer<typeof pageQuerySchema>;
export type ExportQuery = z.infer<typeof exportQuerySchema>;

export const RETENTION: SettingDefinition<{ days: number | null }> = {
  key: 'ledger.retention',
  schema: retentionSchema,
  fallback: { days: null },
};
