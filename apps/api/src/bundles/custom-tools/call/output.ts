import type { ScriptResult } from '@/engines/containers/container-runtime';
import type { ReturnLayer } from '../folder/return-layer';
import type { OutputListener } from '../secrets/secret-mask';
import { isFault, readField } from '../template/format-field';

/** Code points a result may have when its definition names no other number. */
export const OUTPUT_LIMIT = 10_000;

export interface ShownOutput {
  output: string;
  stderr: string;
  isTruncated: boolean;
  /** True length in code points. */
  chars: number;
}

/** Cut by code points, never through the middle of a character. */
export function firstCharacters(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let units = 0;
  for (let count = 0; count < limit && units < text.length; count++) {
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, units);
}

/** Standard output, then standard error on a line of its own. */
export function shownOutput(
  script: ScriptResult,
  { truncate }: Pick<ReturnLayer, 'truncate'>,
  most = OUTPUT_LIMIT,
): ShownOutput {
  const limit = Math.min(truncate ?? most, most);
  const whole = wholeOutput(script);
  const output = firstCharacters(whole, limit);
  return {
    output,
    stderr: firstCharacters(script.stderr, limit),
    isTruncated: script.truncated || output.length < whole.length,
    chars: script.stdoutChars + glueOf(script).length + script.stderrChars,
  };
}

export const wholeOutput = (script: ScriptResult): string =>
  script.stdout + glueOf(script) + script.stderr;

const glueOf = ({ stdout, stderr }: ScriptResult): string =>
  stdout !== '' && stderr !== '' && !stdout.endsWith('\n') ? '\n' : '';

/** Live pieces up to a length; what is longer is not lost, only not watched. */
export function firstPieces(send: OutputListener, limit: number): OutputListener {
  let left = limit;
  return (stream, text) => {
    const piece = firstCharacters(text, left);
    left -= [...piece].length;
    if (piece !== '') send(stream, piece);
  };
}

/** One final line break is dropped, so that a value shows on one line. */
export const withoutLastBreak = (text: string): string => text.replace(/\r?\n$/, '');

/**
 * The message template with its four variables; null when it names anything else, or is no template at all.
 * Nothing in a value is looked at again (S-33).
 */
export function fillTemplate(template: string, variables: Record<string, string>): string | null {
  let filled = '';
  for (let at = 0; at < template.length;) {
    const character = template[at] ?? '';
    if (character !== '{' && character !== '}') {
      filled += character;
      at++;
      continue;
    }
    if (template[at + 1] === character) {
      filled += character;
      at += 2;
      continue;
    }
    if (character === '}') return null;
    const field = readField(template, at + 1);
    if (isFault(field) || field.path !== '' || field.hasSpec || field.conversion !== null)
      return null;
    if (!Object.hasOwn(variables, field.key)) return null;
    filled += variables[field.key];
    at = field.end;
  }
  return filled;
}
