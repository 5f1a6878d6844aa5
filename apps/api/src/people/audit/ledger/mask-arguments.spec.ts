import fc from 'fast-check';
import { MASK, maskArguments } from './mask-arguments';

const masked = (value: unknown) =>
  JSON.parse(maskArguments(JSON.stringify(value))?.text ?? 'null') as unknown;

it.each(['password', 'apiKey', 'api_key', 'Authorization', 'access_token', 'db_passwd', 'cookie'])(
  'hides the value of %s, whatever it is',
  (key) => {
    for (const value of ['hunter2 "quoted"', 42, null, ['a', { b: '}' }], { deep: ['hunter2'] }]) {
      expect(masked({ before: 1, [key]: value, after: ['x'] })).toEqual({
        before: 1,
        [key]: MASK,
        after: ['x'],
      });
    }
  },
);

it('hides what an escaped key hides from the eye', () => {
  expect(maskArguments('{"pass\\u0077ord" : "hunter2"}')?.text).not.toContain('hunter2');
});

it('leaves everything else as it was, to the last digit', () => {
  const text = '{"n": 12345678901234567890, "word": "token", "passenger": "Ann"}';
  expect(maskArguments(text)).toEqual({ text, isMasked: false });
});

it('never lets a value below a telling key through, however it is nested', () => {
  const inner = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(inner, inner, fc.boolean(), (other, value, isDeep) => {
      const secret = { token: ['hunter2', value, { x: 'hunter2' }] };
      const text = JSON.stringify({ other, list: isDeep ? [1, secret] : secret, last: other });
      const result = maskArguments(text)?.text ?? '';
      expect(result).not.toContain('hunter2');
      if (result.length < 400) expect(() => JSON.parse(result) as unknown).not.toThrow();
    }),
  );
});

it('cuts long values and says how long they were', () => {
  expect(masked({ text: 'x'.repeat(600) })).toEqual({ text: `${'x'.repeat(500)}… (600)` });
  expect(maskArguments(JSON.stringify(Array(5000).fill('word')))?.text).toHaveLength(10_001);
});

it('keeps nothing of a text that is no JSON', () => {
  expect(maskArguments('{"password": "hunter2"')).toBeNull();
});
