import type { TextExpectation, ToolTestCase, ToolTests, TryResult } from '@contract/workshop';
import { parseArguments } from '../exact-json';

export type TextRule = 'any' | 'equals' | 'contains' | 'matches';

/** One case as a form holds it; texts as they are typed. */
export interface CaseForm {
  name: string;
  /** JSON text. */
  arguments: string;
  status: string;
  returnCode: string;
  output: { rule: TextRule; text: string };
  message: { rule: TextRule; text: string };
}

/** tests.json, or null while it cannot be read. A file that is absent holds no cases. */
export function readTests(text: string | undefined): ToolTests | null {
  if (text === undefined || text.trim() === '') return { cases: [] };
  const value = parseArguments(text) as Partial<ToolTests> | null;
  if (!value || !Array.isArray(value.cases ?? [])) return null;
  const cases = (value.cases ?? []).filter((one) => typeof one === 'object' && one !== null);
  return { ...value, cases };
}

/** Numbers that do not fit a JavaScript number keep their digits. */
export const writeTests = (tests: ToolTests): string => `${JSON.stringify(tests, null, 2)}\n`;

export function withCase(tests: ToolTests, place: number | null, one: ToolTestCase): ToolTests {
  const cases = [...tests.cases];
  if (place === null) cases.push(one);
  else cases[place] = one;
  return { ...tests, cases };
}

export const withoutCase = (tests: ToolTests, place: number): ToolTests => ({
  ...tests,
  cases: tests.cases.filter((_, at) => at !== place),
});

/** A name no other case has. */
export function freeName(tests: ToolTests, wanted: string): string {
  const taken = new Set(tests.cases.map(({ name }) => name));
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted} ${number}`)) number++;
  return `${wanted} ${number}`;
}

export const emptyForm = (name: string, args = '{}'): CaseForm => ({
  ...{ name, arguments: args, status: 'completed', returnCode: '' },
  output: { rule: 'any', text: '' },
  message: { rule: 'any', text: '' },
});

/** “Keep this run as a test”: it must end and print as it did. */
export const formOfRun = (name: string, args: string, run: TryResult): CaseForm => ({
  ...emptyForm(name, args),
  status: run.status,
  returnCode: run.return_code === null ? '' : String(run.return_code),
  output: run.output === '' ? { rule: 'any', text: '' } : { rule: 'equals', text: run.output },
});

export function formOfCase({ name, arguments: args, expect }: ToolTestCase): CaseForm {
  const { status, return_code: code, output, message } = expect ?? {};
  return {
    name: String(name ?? ''),
    arguments: JSON.stringify(args ?? {}, null, 2),
    status: status ?? '',
    returnCode: code === undefined ? '' : String(code),
    output: ruleOf(output),
    message: ruleOf(message),
  };
}

function ruleOf(expectation: TextExpectation | undefined): CaseForm['output'] {
  const [rule, text] = Object.entries(expectation ?? {})[0] ?? [];
  if (rule !== 'equals' && rule !== 'contains' && rule !== 'matches') return emptyForm('').output;
  return { rule, text: String(text) };
}

/** Null where the arguments are no JSON object. */
export function caseOfForm(form: CaseForm): ToolTestCase | null {
  const args = parseArguments(form.arguments);
  if (!args) return null;
  return {
    name: form.name.trim(),
    arguments: args as Record<string, unknown>,
    expect: {
      ...(form.status !== '' && { status: form.status as ToolTestCase['expect']['status'] }),
      ...(form.returnCode.trim() !== '' && { return_code: Number(form.returnCode) }),
      ...expectationOf('output', form.output),
      ...expectationOf('message', form.message),
    },
  };
}

function expectationOf(key: 'output' | 'message', { rule, text }: CaseForm['output']) {
  return rule === 'any' ? {} : { [key]: { [rule]: text } };
}
