import { emailSchema, personNameSchema } from './person-fields';

it('writes every e-mail in one way', () => {
  expect(emailSchema.parse('  Ann.Lee@Example.ORG ')).toBe('ann.lee@example.org');
});

it.each([
  '',
  'ann',
  'ann@',
  '@x.org',
  'a b@x.org',
  `${'a'.repeat(250)}@x.org`,
  'a@x.org\nBcc: b@x.org',
])('refuses the e-mail %p', (value) => expect(emailSchema.safeParse(value).success).toBe(false));

it('takes names of any script', () => {
  for (const name of ['王芳', 'Ann-Marie O’Neil', '👩‍💻 Zoë', 'مريم']) {
    expect(personNameSchema.parse(` ${name} `)).toBe(name);
  }
});

it.each(['', '   ', 'a\nb', 'a\u0000', '\u001b[0m', '\ud800', 'a\u2028b', 'x'.repeat(81)])(
  'refuses the name %p (S-34)',
  (value) => expect(personNameSchema.safeParse(value).success).toBe(false),
);
