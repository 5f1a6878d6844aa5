import { z } from 'zod';

export const toolNameSchema = z.string().min(1).max(64);

export const placementSchema = z.object({
  tool: toolNameSchema,
  category: z.string().min(1).max(64),
});

export type PlacementBody = z.infer<typeof placementSchema>;
