import { z } from 'zod';

export const secretSchema = z.object({ value: z.string() });
export type SecretBody = z.infer<typeof secretSchema>;
