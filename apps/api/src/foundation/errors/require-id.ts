import { NotFound } from './input.errors';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Stands before every query that takes an id (S-06): TypeORM drops a condition whose value is undefined, and then
 * the query means every row. What cannot be an id names nothing, so the answer is the one for an unknown id (S-01).
 */
export function requireId(value: unknown): string {
  if (typeof value !== 'string' || !UUID.test(value)) throw new NotFound();
  return value;
}

/** The same for keys that are names. PostgreSQL keeps no U+0000, so a name with one names nothing. */
export function requireName(value: unknown): string {
  if (typeof value !== 'string' || value === '' || value.includes('\u0000')) throw new NotFound();
  return value;
}
