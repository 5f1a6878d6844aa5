import { AnswerBench } from './support/answer-bench';
import { mixedAnswer, paragraphAnswer, unbrokenAnswer } from './support/answers';
import { checkBars, print } from './support/numbers';

const TOKENS = 30_000;
const SENDS = 5;
/** The stream itself takes 47 s; whatever is not drawn long after it never will be. */
const LIMIT_MS = 120_000;
const LONGEST_TASK_MS = 100;

const ANSWERS = { mixed: mixedAnswer, paragraph: paragraphAnswer, unbroken: unbrokenAnswer };

/** `npm run bench -- answer [mixed|paragraph|unbroken …]`: what the browser does while a long answer comes in. */
async function measure(bench: AnswerBench): Promise<void> {
  const wanted = process.argv.slice(2);
  await bench.open();
  const sends: number[] = [];
  for (let at = 0; at < SENDS; at++) sends.push(await bench.sendOnce());
  const activityMs = Math.max(...sends);
  print('activity_line_after_send', activityMs, 'ms');
  const longest: number[] = [];
  for (const [name, answer] of Object.entries(ANSWERS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const drawn = await bench.stream(answer(TOKENS), LIMIT_MS);
    print(`${name}_longtask_max`, drawn.longestMs, 'ms');
    print(`${name}_longtask_count`, drawn.longTasks, '1');
    print(`${name}_finished_after`, drawn.finishedAfterS, 's');
    print(`${name}_tokens_per_s`, drawn.tokensPerS, '1/s');
    print(`${name}_opening_longtask_max`, drawn.openingLongestMs, 'ms');
    longest.push(drawn.longestMs, drawn.finishedAfterS === Infinity ? Infinity : 0);
  }
  print('longtask_max', Math.max(...longest), 'ms');
  const holds = checkBars([
    { name: 'activity_line_after_send', value: activityMs, atMost: 100 },
    { name: 'longtask_max', value: Math.max(...longest), atMost: LONGEST_TASK_MS },
  ]);
  process.exitCode = holds ? 0 : 1;
}

const bench = new AnswerBench();
measure(bench)
  .catch((thrown: unknown) => {
    console.error(thrown);
    process.exitCode = 1;
  })
  .finally(() => bench.close());
