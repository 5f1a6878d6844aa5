import { lastLineOf, withoutFrames } from './traceback';

const NESTED = `before
Traceback (most recent call last):
  File "execution.py", line 2, in inner
    token = compute_price(secret_margin)
            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  File "/usr/lib/python3.11/json/decoder.py", line 337, in decode
    raise JSONDecodeError("Expecting value", s, err.value) from None
ValueError: no price

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "execution.py", line 9, in <module>
    inner()
  File "execution.py", line 5, in inner
    raise KeyError(secret_margin) from problem
  [Previous line repeated 3 more times]
KeyError: 'price'
after
`;
const SYNTAX = `  File "execution.py", line 3
    price = = secret_margin
            ^
SyntaxError: invalid syntax
`;
const GROUP = `  + Exception Group Traceback (most recent call last):
  |   File "execution.py", line 1, in <module>
  |     raise ExceptionGroup('two', secret_margin)
  | ExceptionGroup: two (1 sub-exception)
  +-+---------------- 1 ----------------
    | ValueError: one
    +------------------------------------
`;

it('finds the line of the script a failure ends in', () => {
  expect(lastLineOf(NESTED, 'execution.py')).toBe(5);
  expect(lastLineOf(SYNTAX, 'execution.py')).toBe(3);
  expect(lastLineOf(GROUP, 'execution.py')).toBe(1);
  expect(lastLineOf('ValueError: no price', 'execution.py')).toBeNull();
  expect(lastLineOf(NESTED, 'other.py')).toBeNull();
});

it('shows the exceptions of a failure without the source of the script', () => {
  expect(withoutFrames(NESTED)).toBe(`before
ValueError: no price

During handling of the above exception, another exception occurred:

KeyError: 'price'
after
`);
  expect(withoutFrames(SYNTAX)).toBe('SyntaxError: invalid syntax\n');
  expect(withoutFrames(GROUP)).not.toContain('secret_margin');
  expect(withoutFrames(GROUP)).toContain('ValueError: one');
});

it('leaves other text alone', () => {
  const text = 'a\n  b\nFile: "x", line 2\n  c\n';
  expect(withoutFrames(text)).toBe(text);
});
