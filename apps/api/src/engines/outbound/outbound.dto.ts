import { z } from 'zod';
import type { PrivateAddresses } from '@/contract/models';

export const privateAddressesBody = z.object({
  items: z.array(z.string().max(300)).max(100),
}) satisfies z.ZodType<PrivateAddresses>;
