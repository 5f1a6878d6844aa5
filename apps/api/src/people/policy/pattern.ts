import { RE2JS } from 're2js';
import type { Texts } from '@/foundation/errors/domain-error';

const LONGEST = 1000;
/** Matching takes time in proportion to text times program, so both are bounded. */
const LARGEST_PROGRAM = 1500;

export type Pattern = RE2JS;

/** An RE2 pattern: linear in the text, without look-around and back-references; or why it is none. */
export function readPattern(text: string): { pattern: Pattern } | { problem: Texts } {
  if (text.length > LONGEST) return { problem: tooLarge };
  try {
    const pattern = RE2JS.compile(text);
    return pattern.programSize() > LARGEST_PROGRAM ? { problem: tooLarge } : { pattern };
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return {
      problem: { en: `not an RE2 pattern: ${reason}`, 'zh-CN': `不是有效的 RE2 表达式：${reason}` },
    };
  }
}

const tooLarge: Texts = {
  en: 'the pattern is too large',
  'zh-CN': '表达式过大',
};
