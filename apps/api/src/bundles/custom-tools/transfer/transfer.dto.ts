import { z } from 'zod';

export const exportQuery = z.object({ id: z.string().min(1).optional() });
