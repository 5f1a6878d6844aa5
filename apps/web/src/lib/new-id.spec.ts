/** @jest-environment node */
import { z } from 'zod';
import { newId } from './new-id';

it('is a UUID the server takes, another one each time', () => {
  const ids = Array.from({ length: 200 }, newId);
  for (const id of ids) expect(z.uuidv4().safeParse(id).success).toBe(true);
  expect(new Set(ids).size).toBe(200);
});
