import {
  codeAt,
  newRecoveryCode,
  newSecret,
  otpauthUri,
  readRecoveryCode,
  stepsOf,
} from './one-time-code';

/** The secret of RFC 6238, appendix B: "12345678901234567890". */
const RFC = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('gives the code of RFC 6238 at second %p', (seconds, code) => {
  expect(codeAt(RFC, Math.floor(seconds / 30))).toBe(code);
});

it('takes the code of now and of both neighbours, and no older or newer one', () => {
  const code = codeAt(RFC, 100);
  const taken = [98, 99, 100, 101, 102].map((step) => stepsOf(RFC, code, at(step * 30 + 5)));
  expect(taken).toEqual([[], [100], [100], [100], []]);
});

it.each(['', ' ', '28708', '2870820', 'abcdef', '２８７０８２', '-28708', '0x2a3b'])(
  'does not take %p',
  (code) => {
    expect(stepsOf(RFC, code, at(59))).toEqual([]);
  },
);

it('takes a code typed with a gap, as apps show it', () => {
  expect(stepsOf(RFC, '287 082', at(59))).toEqual([1]);
});

it('makes secrets of 160 and recovery codes of 80 bits, never the same', () => {
  const secrets = new Set(Array.from({ length: 100 }, newSecret));
  expect([secrets.size, [...secrets].every((each) => /^[A-Z2-7]{32}$/.test(each))]).toEqual([
    100,
    true,
  ]);
  expect(newRecoveryCode()).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
});

it('reads recovery codes as people type them', () => {
  expect(readRecoveryCode(' abcd efgh-ijkl2345 ')).toBe('ABCD-EFGH-IJKL-2345');
  expect([readRecoveryCode('123456'), readRecoveryCode('ABCD-EFGH-IJKL-1890')]).toEqual([
    null,
    null,
  ]);
});

it('tells apps whose secret it is', () => {
  expect(otpauthUri(RFC, 'a+b@example.org')).toBe(
    `otpauth://totp/Toolyard:a%2Bb%40example.org?secret=${RFC}&issuer=Toolyard`,
  );
});
