import { mainArgument } from './tool-call-text';

describe('the argument that matters', () => {
  it('is the only one, or the telling one, or all of them in short', () => {
    expect(mainArgument('{"n": "a\\nb"}')).toBe('a b');
    expect(mainArgument('{"mode": 1, "path": "/tmp/x"}')).toBe('/tmp/x');
    expect(mainArgument('{"a":6,"op":"/","b":4}')).toBe('a=6 op=/ b=4');
    expect(mainArgument('{}')).toBe('');
  });

  it('keeps every digit of a number', () => {
    expect(mainArgument('{"a": 12345678901234567890, "b": 1.0}')).toBe(
      'a=12345678901234567890 b=1.0',
    );
  });

  it('shows what is no JSON as it is, cut to a line', () => {
    expect(mainArgument('{"a": ')).toBe('{"a":');
    expect(mainArgument(JSON.stringify({ text: 'x'.repeat(5_000) }))).toHaveLength(121);
  });
});
