import fc from 'fast-check';
import type { CheckBody, CheckResult, Finding } from '@/contract/workshop';
import type { Visitor } from '../../support/visitor';
import { WholeServer } from '../../support/whole-server';
import { anyTool, type AnyTool } from './any-tool';

const ROUNDS = [1, 2, 3, 4, 5];
const CASES_A_ROUND = 2_000;
const SIDE_BY_SIDE = 5;
/** Every door a definition, a return layer or a template can come in through, taken in turn. */
const DOORS = [
  ...['fields', 'check', 'check', 'fields', 'check', 'check', 'version', 'check'],
  ...['fields', 'check', 'check', 'fields', 'check', 'check', 'file', 'check'],
];

interface Refusal {
  success?: boolean;
  error?: string;
  code?: string;
  suggestion?: string;
}

/** A field of the body, a file of the tool, a rule of its id, or a position inside the text that was sent. */
const PLACE =
  /(^|[\s：:（("])(id|ID|body|description|parameters|required|category|icon|timeout|execution\w*|return\w*|meta|notes|dangerous|strict|limits|network|secrets|isolation|audience|files|content|name|base|note|hash|arguments)\b|\w+\.(json|py)|第 \d+ 行/;

describe('whatever is sent to the workshop', () => {
  let server: WholeServer;
  let admin: Visitor;

  beforeAll(async () => {
    // Without an engine: this is about files, and the container of each check would be most of the time.
    server = await WholeServer.start({ CUSTOM_TOOL_DIR: '', DOCKER_HOST: 'unix:///nowhere.sock' });
    admin = await server.admin();
  });
  afterAll(() => server.close());

  const answers = new Map<number, number>();
  let findings = 0;

  const send = async (path: string, body: unknown): Promise<unknown> => {
    const response = await admin.request('POST', path, body);
    const answer = (await response.json()) as Refusal;
    answers.set(response.status, (answers.get(response.status) ?? 0) + 1);
    const shown = `${path} ${JSON.stringify(body).slice(0, 2000)} → ${response.status} ${JSON.stringify(answer).slice(0, 500)}`;
    if (response.status >= 500) throw new Error(shown);
    if (response.status >= 400) {
      const isHelpful = PLACE.test(answer.error ?? '') && (answer.error ?? '').length > 5;
      if (!isHelpful || !answer.code || !answer.suggestion || answer.success !== false) {
        throw new Error(`refused without saying what and why: ${shown}`);
      }
    }
    return response.status < 400 ? answer : null;
  };

  /** What an editor relies on: ranges inside the file, repairs in order, positions that fit. */
  const judge = (files: CheckBody['files'], found: Finding[]): void => {
    for (const { file, from, to, line, column, message, rule, repair } of found) {
      const { length } = files[file] ?? '';
      const bad = { file, from, to, line, column, rule };
      if (!(from >= 0 && from <= to && to <= length) || line < 1 || column < 1 || message === '') {
        throw new Error(`${JSON.stringify(bad)} in ${JSON.stringify(files)}`);
      }
      let before = 0;
      for (const edit of repair?.edits ?? []) {
        if (edit.from < before || edit.to < edit.from || edit.to > length) {
          throw new Error(`edits of ${JSON.stringify(bad)} in ${JSON.stringify(files)}`);
        }
        before = edit.to;
      }
    }
    findings += found.length;
  };

  const submit = async (tool: AnyTool, index: number, seed: number): Promise<void> => {
    const { id, files, fields, fileName: name } = tool;
    const door = DOORS[index % DOORS.length];
    if (door === 'check') {
      const body = { id, files, arguments: tool.arguments };
      const checked = await send('/api/admin/workshop/check', body);
      if (checked) judge(files, (checked as { data: CheckResult }).data.findings);
    } else if (door === 'fields') {
      const own = `fuzz_${index % SIDE_BY_SIDE}`;
      await send('/api/admin/custom-tools', { ...fields, id: index % 50 === 0 ? id : own });
    } else if (door === 'version') {
      await send(`/api/admin/workshop/tools/fuzz_${seed}_${index}/versions`, { base: 0, files });
    } else {
      const content = files[name] ?? '';
      await send('/api/admin/custom-tools/file', { id: 'echo', name, content });
    }
  };

  const walk = async (tools: AnyTool[], at: number, seed: number): Promise<void> => {
    for (let index = at; index < tools.length; index += SIDE_BY_SIDE) {
      const tool = tools[index];
      if (tool) await submit(tool, index, seed);
    }
  };

  it.each(ROUNDS)(
    `round %i of ${CASES_A_ROUND} random tools: no 5xx, and every refusal names place and reason`,
    async (seed) => {
      answers.clear();
      findings = 0;
      const tools = fc.sample(anyTool, { numRuns: CASES_A_ROUND, seed });
      const walks = Array.from({ length: SIDE_BY_SIDE }, (_, at) => walk(tools, at, seed));
      await Promise.all(walks);
      const count = (status: number) => answers.get(status) ?? 0;
      expect([...answers.values()].reduce((sum, number) => sum + number, 0)).toBe(CASES_A_ROUND);
      expect(count(200) + count(201)).toBeGreaterThan(CASES_A_ROUND / 2);
      expect(count(400)).toBeGreaterThan(CASES_A_ROUND / 20);
      expect(findings).toBeGreaterThan(CASES_A_ROUND);
    },
  );
});
