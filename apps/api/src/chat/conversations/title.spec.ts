import { titleFrom } from './title';

describe('titleFrom', () => {
  it('takes the first line of the question', () => {
    expect(titleFrom('  What is  this?\nAnd that?')).toBe('What is this?');
  });

  it('cuts between characters, never inside one', () => {
    const family = '👩‍👩‍👧‍👦';
    expect(titleFrom(family.repeat(100))).toBe(`${family.repeat(79)}…`);
  });

  it('is never empty', () => {
    expect(titleFrom('\n\n')).toBe('…');
  });
});
