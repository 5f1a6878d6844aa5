import { hashToken, isToken, newToken } from './one-time-token';

it('makes tokens of 256 bits that never repeat', () => {
  const tokens = Array.from({ length: 100 }, newToken);
  expect(new Set(tokens).size).toBe(100);
  expect(tokens.every(isToken)).toBe(true);
  expect(Buffer.from(tokens[0]!, 'base64url')).toHaveLength(32);
});

it('keeps a hash from which nobody gets back to the token (S-16)', () => {
  const token = newToken();
  expect(hashToken(token)).toBe(hashToken(token));
  expect(hashToken(token)).not.toContain(token);
  expect(hashToken(hashToken(token))).not.toBe(hashToken(token));
});

it.each([
  undefined,
  null,
  '',
  [],
  [newToken()],
  {},
  5,
  'short',
  `${newToken()}x`,
  `${newToken().slice(1)}%`,
])('takes %p for no token (S-17)', (value) => expect(isToken(value)).toBe(false));
