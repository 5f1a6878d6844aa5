import { PasswordsService } from './passwords.service';

const passwords = new PasswordsService();

it('hashes with argon2id and the cost OWASP names, with a salt of its own each time', async () => {
  const [first, second] = await Promise.all([
    passwords.hash('密码 一二三四五'),
    passwords.hash('密码 一二三四五'),
  ]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
});

it('knows the right password from a wrong one, and none from no account', async () => {
  const stored = await passwords.hash('correct horse');
  expect(await passwords.matches(stored, 'correct horse')).toBe(true);
  expect(await passwords.matches(stored, 'Correct horse')).toBe(false);
  expect(await passwords.matches(null, 'correct horse')).toBe(false);
});
