import { cookieName, cookieOptions, readCookie } from './session-cookie';

it('finds the one cookie among others', () => {
  expect(readCookie('a=1; toolyard_session=abc; b=2', 'toolyard_session')).toBe('abc');
  expect(readCookie('toolyard_session=', 'toolyard_session')).toBe('');
});

it.each([
  [undefined],
  [''],
  ['xtoolyard_session=abc'],
  ['toolyard_session2=abc'],
  ['toolyard_session=a; toolyard_session=b'],
  ['toolyard_session=a;toolyard_session=a'],
])('finds none in %p (S-05)', (header) => {
  expect(readCookie(header, 'toolyard_session')).toBeNull();
});

it('is closed to scripts and to other sites, and bound to the host under https (S-12)', () => {
  expect(cookieOptions(false)).toMatchObject({ httpOnly: true, sameSite: 'lax', path: '/' });
  expect([cookieName(true), cookieOptions(true).secure]).toEqual(['__Host-toolyard_session', true]);
  expect(cookieOptions(true).domain).toBeUndefined();
});
