import { z } from 'zod';
import type { Limit, PriceTable } from '@/contract/usage';
import { because } from '@/foundation/errors/check-input';

const MOST_ROWS = 1_000;
const amount = z.number().min(0).max(1e12);
const modelId = z.string().min(1).max(500);

const scope = z.discriminatedUnion('type', [
  z.object({ type: z.literal('role'), role: z.enum(['admin', 'user']) }),
  z.object({ type: z.literal('group'), groupId: z.uuid() }),
  z.object({ type: z.literal('user'), userId: z.uuid() }),
  z.object({ type: z.literal('model'), modelId }),
]);

const limit = z.object({
  scope,
  measure: z.enum(['tokens_per_day', 'cost_per_month', 'runs_at_once']),
  amount,
});

const once = because({ en: 'must stand in the list only once', 'zh-CN': '在列表中只能出现一次' });

const areDistinct = (keys: string[]) => new Set(keys).size === keys.length;

const items = z
  .array(limit)
  .max(MOST_ROWS)
  .refine(
    (all: Limit[]) => areDistinct(all.map((one) => JSON.stringify([one.scope, one.measure]))),
    once,
  );

export const limitsSchema = z.object({ items });

const price = z.object({ modelId, input: amount, cachedInput: amount, output: amount });

export const pricesSchema = z.object({
  currency: z.string().regex(/^[A-Z]{3}$/),
  models: z
    .array(price)
    .max(MOST_ROWS)
    .refine((all) => areDistinct(all.map((one) => one.modelId)), once),
});

export const LIMITS = {
  key: 'usage_limits',
  schema: items,
  fallback: [] as Limit[],
};

export const PRICES = {
  key: 'model_prices',
  schema: pricesSchema,
  fallback: { currency: 'CNY', models: [] } as PriceTable,
};
