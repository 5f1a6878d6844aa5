import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface RenderCase {
  script: string;
  harmless: string;
  /** JSON text of the value. */
  value: string;
  /** Python expression over the script's names, A (the value) and T (its text); true when it came through. */
  read?: string;
}

const IMAGE = process.env.TOOL_IMAGE ?? 'toolyard-sandbox:current';
const CHECKER = readFileSync(path.join(__dirname, 'check_batch.py'), 'utf8');

/** What the Python of the tool image says about each case; the container has no network and sees nothing of the host. */
export async function checkInImage(cases: RenderCase[]): Promise<(string | null)[]> {
  const flags = [
    'run',
    '--rm',
    '-i',
    '--network=none',
    '--entrypoint',
    'python3',
    IMAGE,
    '-c',
    CHECKER,
  ];
  const lines = await answersOf(
    'docker',
    flags,
    cases.map((one) => JSON.stringify(one)).join('\n'),
  );
  const answers = lines.slice(1).map((line) => JSON.parse(line) as string | null);
  if (answers.length !== cases.length)
    throw new Error(`${answers.length} answers for ${cases.length} cases`);
  return answers;
}

function answersOf(command: string, flags: string[], input: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, flags);
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0
        ? resolve(output.trim().split('\n'))
        : reject(new Error(`exit ${code}: ${errors}`)),
    );
    child.stdin.on('error', () => undefined);
    child.stdin.end(`${input}\n`);
  });
}
