import {
  indentLines,
  nextIndent,
  offsetOf,
  outdentLines,
  placeOf,
  touchedLines,
} from './editor-keys';

describe('the place of the caret', () => {
  it('is a line and a column from 1 and leads back', () => {
    expect(placeOf('ab\ncd', 4)).toEqual({ line: 2, column: 2 });
    expect(placeOf('', 0)).toEqual({ line: 1, column: 1 });
    expect(offsetOf('ab\ncd', { line: 2, column: 2 })).toBe(4);
    expect(offsetOf('ab', { line: 9, column: 1 })).toBe(2);
  });
});

describe('indenting', () => {
  it('takes whole lines, but not the one whose beginning ends the selection', () => {
    expect(touchedLines('a\nbc\nd', 3, 3)).toEqual([2, 4]);
    expect(touchedLines('a\nbc\nd', 0, 5)).toEqual([0, 4]);
    expect(touchedLines('a\nbc\nd', 0, 6)).toEqual([0, 6]);
  });

  it('goes in and out by a step and leaves empty lines empty', () => {
    expect(indentLines('a\n\n  b', '    ')).toBe('    a\n\n      b');
    expect(outdentLines('    a\n\n  b\n\tc\nd', '    ')).toBe('a\n\nb\nc\nd');
  });

  it('continues on a new line, one step further after an opening', () => {
    expect(nextIndent('  x = 1', 7, '    ')).toBe('  ');
    expect(nextIndent('if x:', 5, '    ')).toBe('    ');
    expect(nextIndent('{\n  "a": {', 10, '  ')).toBe('    ');
  });
});
