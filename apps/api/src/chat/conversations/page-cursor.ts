import { z } from 'zod';
import { InvalidInput } from '@/foundation/errors/input.errors';
import type { PagePosition } from './conversations.repository';

const position = z.tuple([z.iso.datetime(), z.uuid()]);

/** Opaque to clients: where the next page of the list begins. */
export const pageCursor = ({ updatedAt, id }: PagePosition): string =>
  Buffer.from(JSON.stringify([updatedAt.toISOString(), id])).toString('base64url');

export function parseCursor(cursor: string | null): PagePosition | null {
  if (!cursor) return null;
  const parsed = position.safeParse(jsonOrNull(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (!parsed.success)
    throw new InvalidInput([{ path: 'cursor', reason: 'is not a cursor of this list' }]);
  const [updatedAt, id] = parsed.data;
  return { updatedAt: new Date(updatedAt), id };
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
