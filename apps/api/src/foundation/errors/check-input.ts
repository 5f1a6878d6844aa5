import type { ZodType, infer as Infer } from 'zod';
import { InvalidInput } from './input.errors';

/** Parse with a schema or throw InvalidInput naming every path that is wrong. */
export function checkInput<Schema extends ZodType>(schema: Schema, value: unknown): Infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new InvalidInput(
    parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), reason: message })),
  );
}
