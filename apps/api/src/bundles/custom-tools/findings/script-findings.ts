import { findRiskyCalls } from '../folder/lint';
import type { Found } from './finding';
import type { Declared } from './definition-findings';

/** Calls that run text as a program; told, never forbidden. */
export function riskFindings(text: string): Found[] {
  return findRiskyCalls(text).map(({ from, to, call }) => ({
    from,
    to,
    severity: 'warning',
    rule: 'eval_exec',
    message: {
      en: `${call}…) runs text as a program; never give it what a user wrote`,
      'zh-CN': `${call}…) 会把文本当作程序执行，切勿用于用户输入`,
    },
  }));
}

/** Parameters that the script neither has a placeholder for nor names in any other way. */
export function unusedFindings(
  declared: readonly Declared[],
  used: ReadonlySet<string>,
  code: string,
): Found[] {
  // Somebody who walks through all of them uses all of them.
  if (/\bPARAMS\b(?!\s*(\[|\.\s*get\s*\())/.test(code)) return [];
  const bare = code.replace(/#.*$/gm, '');
  return declared
    .filter(({ entry: { key } }) => !used.has(key) && !isNamed(bare, key))
    .map(({ entry: { key, keyFrom: from, keyTo: to } }) => ({
      from,
      to,
      severity: 'warning',
      rule: 'unused_parameter',
      message: {
        en: `Parameter ${key} is declared, but execution.py does not use it`,
        'zh-CN': `参数 ${key} 已声明，但 execution.py 未使用`,
      },
    }));
}

const isNamed = (code: string, name: string): boolean =>
  name !== '' && new RegExp(`(?<![\\p{L}\\w])${escaped(name)}(?![\\p{L}\\w])`, 'u').test(code);

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
