import { decision, type Situation } from '@/people/policy/decision';
import { explanation } from '@/people/policy/explanation';
import { impactOf } from '@/people/policy/impact';
import { PeopleClasses } from '@/people/policy/people-classes';
import { FIRST_DOCUMENT } from '@/people/policy/policy-document';
import { Rulebook } from '@/people/policy/rulebook';
import { measureLedger } from './support/ledger-bench';
import { checkBars, percentile, print } from './support/numbers';
import { PolicyPageBench } from './support/policy-page-bench';
import { PEOPLE, policyWorld, TOOLS, type World } from './support/policy-world';

const DECISIONS = 200_000;
const LISTS = 200;

/** `npm run bench -- policy [decide|page|ledger]`: 10,000 people, 500 groups, 1,000 tools, 5,000 rules. */
async function measure(): Promise<void> {
  const wanted = process.argv.slice(2);
  const world = policyWorld();
  const bars = [
    ...(wanted.length === 0 || wanted.includes('decide') ? decisions(world) : []),
    ...(wanted.length === 0 || wanted.includes('page') ? await page(world) : []),
    ...(wanted.length === 0 || wanted.includes('ledger') ? await measureLedger() : []),
  ];
  process.exitCode = checkBars(bars) ? 0 : 1;
}

function decisions(world: World) {
  const startedAt = performance.now();
  const book = new Rulebook(world.document);
  print('rulebook_build', performance.now() - startedAt, 'ms');
  const one = measureOnes(world, book);
  const list = measureLists(world, book);
  print('decide_p50', one.p50, 'ms');
  print('decide_p95', one.p95, 'ms');
  print('explain_p50', one.explainP50, 'ms');
  print('list_for_run_p50', list.p50, 'ms');
  print('list_for_run_p95', list.p95, 'ms');
  measureImpacts(world, book);
  return [
    { name: 'decide_p50', value: one.p50, atMost: 0.1 },
    { name: 'list_for_run_p95', value: list.p95, atMost: 5 },
  ];
}

const call = (i: number): Situation => ({
  conditions: { arguments: { path: `/srv/${i % 5000}/file` }, afterUntrusted: i % 2 === 0 },
  modelId: `provider/model-${i % 20}`,
  now: Date.now(),
});

function measureOnes({ people, tools }: World, book: Rulebook) {
  const times: number[] = [];
  const explains: number[] = [];
  for (let i = 0; i < DECISIONS; i++) {
    const [person, tool] = [people[(i * 37) % PEOPLE]!, tools[(i * 11) % TOOLS]!];
    const situation = call(i);
    const startedAt = performance.now();
    decision(book, person, tool, situation);
    times.push(performance.now() - startedAt);
    if (i % 200 !== 0) continue;
    const explainedAt = performance.now();
    explanation(book, person, tool, situation);
    explains.push(performance.now() - explainedAt);
  }
  return {
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    explainP50: percentile(explains, 0.5),
  };
}

function measureLists({ people, tools }: World, book: Rulebook) {
  const times: number[] = [];
  for (let i = 0; i < LISTS; i++) {
    const person = people[(i * 37) % PEOPLE]!;
    const situation: Situation = { ...call(i), conditions: 'widest' };
    const startedAt = performance.now();
    for (const tool of tools) decision(book, person, tool, situation);
    times.push(performance.now() - startedAt);
  }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

/** What the console waits for before a save: one rule more, other defaults, and everything gone. */
function measureImpacts({ people, tools, document }: World, before: Rulebook): void {
  const [first] = document.rules;
  const documents = {
    one_rule: {
      ...document,
      rules: [...document.rules.slice(1), { ...first!, effect: 'deny' as const }],
    },
    defaults: { ...document, defaults: { dangerous: 'deny', safe: 'ask' } as const },
    all_rules: FIRST_DOCUMENT,
  };
  for (const [name, next] of Object.entries(documents)) {
    const startedAt = performance.now();
    const classes = new PeopleClasses(people);
    const after = new Rulebook(next);
    const { changeCount } = impactOf({ before, after, tools, classes, now: Date.now() });
    print(`impact_${name}`, performance.now() - startedAt, 'ms');
    print(`impact_${name}_changes`, changeCount, '1');
  }
}

async function page(world: World) {
  const bench = new PolicyPageBench();
  try {
    await bench.open(world);
    const { openS, steps } = await bench.use();
    print('page_open', openS, 's');
    for (const [step, longestMs] of steps) print(`page_${step}_longtask_max`, longestMs, 'ms');
    const value = Math.max(...steps.map(([, longestMs]) => longestMs));
    print('page_longtask_max', value, 'ms');
    return [{ name: 'page_longtask_max', value, atMost: 100 }];
  } finally {
    await bench.close();
  }
}

measure().catch((thrown: unknown) => {
  console.error(thrown);
  process.exitCode = 1;
});
