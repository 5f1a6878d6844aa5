import { InvalidInput } from '@/foundation/errors/input.errors';
import { pageCursor, parseCursor } from './page-cursor';

const POSITION = {
  updatedAt: new Date('2026-12-01T10:00:00.123Z'),
  id: '3d594650-3436-4f8e-9d0a-6a5c1bb2c6a1',
};

describe('the cursor of a list', () => {
  it('comes back as the position it was made of', () => {
    expect(parseCursor(pageCursor(POSITION))).toEqual(POSITION);
  });

  it.each(['x', '%%%', Buffer.from('[1,2]').toString('base64url')])('refuses %s', (cursor) => {
    expect(() => parseCursor(cursor)).toThrow(InvalidInput);
  });

  it('is optional', () => {
    expect(parseCursor(null)).toBeNull();
  });
});
