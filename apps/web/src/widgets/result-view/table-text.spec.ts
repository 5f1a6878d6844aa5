import { csvOf, filePath, numberColumns, sizeText } from './table-text';

describe('CSV', () => {
  it('quotes what needs it', () => {
    expect(csvOf(['a', 'b,c'], [['x "y"', 'two\nlines']])).toBe(
      'a,"b,c"\r\n"x ""y""","two\nlines"',
    );
  });

  it('is never run by a spreadsheet, and leaves numbers alone', () => {
    expect(csvOf(['v'], [['=HYPERLINK(1)'], ['-1.5e3'], ['+1'], ['@x'], ['-a'], ['-2+3']])).toBe(
      "v\r\n'=HYPERLINK(1)\r\n-1.5e3\r\n+1\r\n'@x\r\n'-a\r\n'-2+3",
    );
  });
});

it('columns of numbers are known, with gaps and signs', () => {
  const rows = [
    ['1', 'a', '', '-2.5'],
    ['1,000', '3', '', '12%'],
  ];
  expect(numberColumns(['a', 'b', 'c', 'd'], rows)).toEqual([true, false, false, true]);
});

it('sizes are said in the largest unit that fits', () => {
  expect([0, 999, 1500, 12_345_678].map((bytes) => sizeText(bytes, 'en'))).toEqual([
    ...['0 bytes', '999 bytes', '1.5 kB', '12 MB'],
  ]);
});

it('an id is only ever one part of an address', () => {
  expect(filePath('../a?b')).toBe('/api/result-files/..%2Fa%3Fb');
});
