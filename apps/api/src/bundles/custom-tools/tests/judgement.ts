import type { Locale } from '@/contract/errors';
import type { CustomToolResult } from '@/contract/tools';
import type { Texts } from '@/foundation/errors/domain-error';
import type { TestCase, TextRule } from './tool-tests';

const MOST_SHOWN = 120;

type Outcome = Pick<CustomToolResult, 'status' | 'return_code' | 'output' | 'message'>;

/** One sentence per expectation that does not hold; none means the case passed. */
export function reasonsAgainst(
  { status, returnCode, output, message, problem }: TestCase,
  outcome: Outcome,
  locale: Locale,
): string[] {
  if (problem) return [problem[locale]];
  const reasons = [
    status !== null && status !== outcome.status ? differs('status', status, outcome.status) : null,
    returnCode !== null && returnCode !== outcome.return_code
      ? differs('return_code', `${returnCode}`, `${outcome.return_code ?? 'null'}`)
      : null,
    textReason('output', output, outcome.output),
    textReason('message', message, outcome.message),
  ];
  return reasons.filter((reason) => reason !== null).map((reason) => reason[locale]);
}

const differs = (key: string, expected: string, found: string): Texts => ({
  en: `${key} is ${found} and not ${expected}`,
  'zh-CN': `${key} 为 ${found}，期望 ${expected}`,
});

function textReason(key: string, rule: TextRule | null, text: string): Texts | null {
  if (rule === null || rule.holds(text)) return null;
  const [found, expected] = [quoted(text), quoted(rule.expected)];
  switch (rule.kind) {
    case 'equals':
      return {
        en: `${key} is ${found} and not ${expected}`,
        'zh-CN': `${key} 为 ${found}，期望等于 ${expected}`,
      };
    case 'contains':
      return {
        en: `${key} does not contain ${expected}: ${found}`,
        'zh-CN': `${key} 不包含 ${expected}：${found}`,
      };
    case 'matches':
      return {
        en: `${key} does not match ${expected}: ${found}`,
        'zh-CN': `${key} 不匹配 ${expected}：${found}`,
      };
  }
}

const quoted = (text: string): string => {
  const characters = [...text.slice(0, 2 * MOST_SHOWN + 2)];
  const isLong = characters.length > MOST_SHOWN;
  return JSON.stringify(characters.slice(0, MOST_SHOWN).join('')) + (isLong ? '…' : '');
};
