/** What went wrong and what to do about it; everything the commands stop for is one of these. */
export class Stop extends Error {
  constructor(problem, advice) {
    super(problem);
    this.advice = advice;
  }
}

export const done = (what) => console.log(`✓ ${what}`);
export const begin = (what) => console.log(`… ${what}`);
export const warn = (what) => console.log(`! ${what}`);

/** Runs a command's work; a Stop becomes two lines instead of a stack. */
export async function main(work) {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (thrown) {
    if (!(thrown instanceof Stop)) throw thrown;
    console.error(`✗ ${thrown.message}`);
    if (thrown.advice) console.error(`  ${thrown.advice}`);
    process.exitCode = 1;
  }
}
