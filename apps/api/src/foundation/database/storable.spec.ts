import { storable, storableText } from './storable';

describe('storable', () => {
  it('shows a NUL instead of losing the whole row', () => {
    expect(storableText('a\u0000b')).toBe('a\u2400b');
  });

  it('replaces half a character and keeps whole ones', () => {
    expect(storableText('\ud83d')).toBe('\ufffd');
    expect(storableText('汉字🙂')).toBe('汉字🙂');
  });

  it('reaches every string of plain data, keys too', () => {
    expect(storable({ 'k\u0000': ['\u0000', { deep: '\ude42' }, 1, null, true] })).toEqual({
      'k\u2400': ['\u2400', { deep: '\ufffd' }, 1, null, true],
    });
  });
});
