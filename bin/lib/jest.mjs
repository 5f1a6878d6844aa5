import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { handOver } from './run.mjs';
import { inRoot, node } from './places.mjs';

const BROKEN = { passed: 0, failed: 1, skipped: 0 };

/** Runs one kind of tests and counts; a suite that could not even be loaded counts as a failed test. */
export async function runKind({ project, workers, paths = [], env }, rest, temp) {
  const report = path.join(mkdtempSync(path.join(temp, 'report-')), 'jest.json');
  const code = await handOver(
    node(),
    [
      ...['--experimental-vm-modules', '--no-warnings', inRoot('node_modules/jest/bin/jest.js')],
      ...['--selectProjects', project, '--maxWorkers', String(workers), '--passWithNoTests'],
      ...['--json', '--outputFile', report],
      ...paths.flatMap((part) => ['--testPathPatterns', part]),
      ...rest,
    ],
    { env: { NODE_OPTIONS: '--experimental-vm-modules --no-warnings', ...env, TMPDIR: temp } },
  );
  const counts = read(report);
  rmSync(path.dirname(report), { recursive: true, force: true });
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function read(report) {
  try {
    const found = JSON.parse(readFileSync(report, 'utf8'));
    return {
      passed: found.numPassedTests,
      failed: found.numFailedTests + found.numRuntimeErrorTestSuites,
      skipped: found.numPendingTests + found.numTodoTests,
    };
  } catch {
    return BROKEN;
  }
}
