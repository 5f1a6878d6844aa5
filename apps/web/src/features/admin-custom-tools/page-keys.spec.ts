import { commandOf } from './page-keys';

const press = (key: string, held: Partial<Parameters<typeof commandOf>[0]> = {}) =>
  commandOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

describe('the keys of a tool page', () => {
  it('save and run with Ctrl as with the command key', () => {
    expect([press('s', { ctrlKey: true }), press('S', { metaKey: true })]).toEqual([
      'save',
      'save',
    ]);
    expect(press('Enter', { ctrlKey: true })).toBe('run');
    expect(press('F6')).toBe('side');
  });

  it('leave everything else to the browser and the editor', () => {
    expect([press('s'), press('Enter'), press('F8'), press('a', { ctrlKey: true })]).toEqual([
      ...[null, null, null, null],
    ]);
    expect(press('s', { ctrlKey: true, shiftKey: true })).toBeNull();
    expect(press('F6', { ctrlKey: true })).toBeNull();
  });
});
