import type { Texts } from '@/foundation/errors/domain-error';
import { isDomainError } from '@/foundation/errors/domain-error';
import { withoutTexts } from '../template/python-tokens';
import { asPythonReads, Template } from '../template/template';
import { MissingParameter } from '../template/template.errors';

const RISKY = /(?<![\w.])(?:eval|exec)\s*\(|\bos\s*\.\s*system\s*\(/g;
const MOST_CALLS = 50;

export interface RiskyCall {
  from: number;
  to: number;
  /** As written, without spaces: `eval(`. */
  call: string;
}

export const findRiskyCalls = (text: string): RiskyCall[] =>
  [...withoutTexts(text).matchAll(RISKY)].slice(0, MOST_CALLS).map(({ 0: found, index }) => ({
    from: index,
    to: index + found.length,
    call: found.replaceAll(/\s/g, ''),
  }));

/** What an author should look at again; nothing here is executed, and nothing is forbidden (A-058, S-26). */
export function lintExecution(code: string, parameters: readonly string[]): Texts[] {
  return [...riskyCalls(code), ...templateFaults(code, parameters)];
}

function riskyCalls(code: string): Texts[] {
  const text = asPythonReads(code);
  return findRiskyCalls(text).map(({ from, call }) => {
    const line = text.slice(0, from).split('\n').length;
    return {
      en: `execution.py, line ${line}: ${call}…) runs text as a program; never give it what a user wrote`,
      'zh-CN': `execution.py 第 ${line} 行：${call}…) 会把文本当作程序执行，切勿用于用户输入`,
    };
  });
}

/** The first fault a call would meet, found before anyone calls. */
function templateFaults(code: string, parameters: readonly string[]): Texts[] {
  try {
    Template.read(code, parameters);
    return [];
  } catch (thrown) {
    if (thrown instanceof MissingParameter) return [braceHint(code, thrown)];
    if (isDomainError(thrown)) return [thrown.text];
    throw thrown;
  }
}

/** Which line to change, and how. */
export function braceHint(code: string, { parameter, line }: MissingParameter): Texts {
  const source = (code.split(/\r\n?|\n/)[(line ?? 1) - 1] ?? '').trim().slice(0, 200);
  return {
    en: `execution.py, line ${line}: ${source} — {${parameter}} is not a declared parameter. For the braces of a dict or set write {{ and }}.`,
    'zh-CN': `execution.py 第 ${line} 行：${source} —— {${parameter}} 不是已声明的参数。字典、集合字面量的花括号请写成 {{ 与 }}。`,
  };
}
