/** Answers long enough to show what drawing costs: each is a list of tokens, as a provider sends them. */

const CHARS_PER_TOKEN = 4;

const words = (count: number, from = 1): string =>
  Array.from({ length: count }, (_, at) => `word${from + at}`).join(' ');

const SECTION = (at: number): string => `## Section ${at}: what was measured

A paragraph with **strong words**, *soft ones*, \`inline code\`, a [link](https://example.org/${at}) and [another][ref-${at}].
It goes on over several lines, as prose does: ${words(60)}.

- first point of section ${at}
- second point, with a nested list
  - one \`level\` down
  - and another one
- third point: ${words(12)}

| name | value | share | note |
| --- | ---: | :-: | --- |
${Array.from({ length: 12 }, (_, row) => `| row ${row} | ${row * at} | ${row} % | ${words(5)} |`).join('\n')}

\`\`\`${['ts', 'python', 'sql', 'bash', 'json', 'go'][at % 6]}
${Array.from({ length: 18 }, (_, line) => `const value${line} = compute("${at}", ${line}); // step ${line} of the way`).join('\n')}
\`\`\`

> A remark that was quoted: ${words(25)}.

1. do this
2. then that
3. and look at the result

[ref-${at}]: https://example.org/ref/${at}

`;

const cut = (text: string): string[] =>
  text.match(new RegExp(`[\\s\\S]{1,${CHARS_PER_TOKEN}}`, 'g')) ?? [];

/** Headings, prose, lists, tables, code in six languages, quotes and link definitions, section after section. */
export function mixedAnswer(tokens: number): string[] {
  let text = '';
  for (let at = 1; text.length < tokens * CHARS_PER_TOKEN; at++) text += SECTION(at);
  return cut(text).slice(0, tokens);
}

/** One paragraph without a single line end, a word a token. */
export const paragraphAnswer = (tokens: number): string[] =>
  Array.from({ length: tokens }, (_, at) => `word${at + 1} `);

/** A list, a code block and a table, none of them ever interrupted by a blank line. */
export function unbrokenAnswer(tokens: number): string[] {
  const each = Math.floor((tokens * CHARS_PER_TOKEN) / 3);
  const fill = (head: string, line: (at: number) => string, tail = ''): string => {
    let text = head;
    for (let at = 0; text.length < each; at++) text += line(at);
    return `${text}${tail}\n\n`;
  };
  const list = fill('', (at) => `- point ${at} with **strong** and \`code\`: ${words(6, at)}\n`);
  const code = fill('```ts\n', (at) => `const value${at} = compute("x", ${at}); // ${at}\n`, '```');
  const table = fill(
    '| a | b | c |\n| --- | ---: | --- |\n',
    (at) => `| ${at} | ${at * 7} | ${words(4)} |\n`,
  );
  return cut(list + code + table);
}
