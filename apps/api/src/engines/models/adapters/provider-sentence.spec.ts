import { sentenceOf } from './provider-sentence';

describe('what a provider said', () => {
  it.each([
    ['{"error":{"message":"Too long"}}', 'Too long'],
    ['{"error":"model not found"}', 'model not found'],
    ['{"message":"bad\\n  request"}', 'bad request'],
    ['{"detail":[{"msg":"field required"}]}', 'field required'],
    ['[{"error":{"message":"listed"}}]', 'listed'],
    ['upstream connect error', 'upstream connect error'],
    ['{"odd":1}', null],
    ['', null],
    ['<!DOCTYPE html><p>Hi', null],
    [' <html>', null],
  ])('is read from %s', (body, said) => expect(sentenceOf(body, null)).toBe(said));

  it('is shortened', () => expect(sentenceOf('x'.repeat(5_000), null)).toHaveLength(240));

  it.each([
    'sk-abcdefgh1234',
    'Bearer abc.def',
    'gsk_0123456789',
    'AIzaSyA0123456789012345678',
    'my-own-key',
  ])('never shows %s', (key) =>
    expect(sentenceOf(`Incorrect key ${key} given`, 'my-own-key')).toBe('Incorrect key *** given'),
  );
});
