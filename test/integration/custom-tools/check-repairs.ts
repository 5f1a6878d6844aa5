import type { CheckBody, CheckResult } from '@/contract/workshop';

type Files = CheckBody['files'];

/** Clicks on every repair that is offered, file by file, until none is left. */
export async function listRepaired(
  files: Files,
  check: (files: Files) => Promise<CheckResult>,
): Promise<{ last: CheckResult; files: Files; rounds: number }> {
  let now = files;
  for (let rounds = 0; ; rounds++) {
    const last = await check(now);
    const repairable = last.findings.filter(({ repair }) => repair !== null);
    if (repairable.length === 0 || rounds > 10) return { last, files: now, rounds };
    const next: Files = { ...now };
    for (const { file, repair } of repairable.toReversed()) {
      for (const { from, to, insert } of repair?.edits.toReversed() ?? []) {
        const text = next[file] ?? '';
        next[file] = text.slice(0, from) + insert + text.slice(to);
      }
    }
    now = next;
  }
}
