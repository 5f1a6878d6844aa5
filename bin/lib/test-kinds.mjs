/** The kinds of tests in the order they run: the quick ones first. Two workers each where nothing is measured. */
export const KINDS = [
  { name: 'unit', project: 'unit', workers: 2 },
  { name: 'laws', project: 'laws', workers: 2 },
  { name: 'web', project: 'web', workers: 2 },
  { name: 'integration', project: 'integration', workers: 1, needsMachine: true },
  {
    // The promise is that any PostgreSQL will do: what talks to it runs a second time, on Debian's.
    name: 'integration, Debian PostgreSQL',
    project: 'integration',
    workers: 2,
    needsMachine: true,
    paths: ['test/integration/repositories', 'test/integration/database/test-database'],
    env: { TOOLYARD_TEST_SERVER: 'debian' },
  },
  { name: 'e2e', project: 'e2e', workers: 1, needsMachine: true },
];

/** `npm test -- unit -t word`: names of projects choose, everything else goes to jest. */
export function choose(args) {
  const projects = new Set(KINDS.map(({ project }) => project));
  const named = args.filter((arg) => projects.has(arg));
  return {
    kinds: named.length === 0 ? KINDS : KINDS.filter(({ project }) => named.includes(project)),
    rest: args.filter((arg) => !projects.has(arg)),
  };
}
