// `npm run migration -- add-runs`: writes what is missing between the migrations and the entities as a new migration.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { swc } from './lib/build.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { checkoutLock, locked } from './lib/lock.mjs';
import { inRoot, node } from './lib/places.mjs';
import { done, main, Stop } from './lib/progress.mjs';
import { run } from './lib/run.mjs';

const NAME = /^[a-z]+(-[a-z0-9]+)+$/;

await main(async () => {
  const name = process.argv[2] ?? '';
  if (!NAME.test(name))
    throw new Stop(
      'A migration is named verb-what, as in add-runs.',
      'npm run migration -- add-runs',
    );
  await locked(checkoutLock(), ensureDependencies);
  mkdirSync(inRoot('.cache'), { recursive: true });
  const temp = mkdtempSync(inRoot('.cache/migration-'));
  try {
    await run(node(), [...swc(), '--out-dir', temp]);
    const difference = await compare(`${temp}/apps/api/src/foundation/database`, `${temp}/data`);
    if (difference.up.length === 0)
      throw new Stop('Migrations and entities agree: there is nothing to migrate.');
    const timestamp = Date.now();
    const file = `migrations/${timestamp}-${name}.ts`;
    writeFileSync(inRoot(file), source(name, timestamp, difference));
    await run(node(), [inRoot('node_modules/prettier/bin/prettier.cjs'), '--write', inRoot(file)]);
    done(`${file}: read it, trim it, then run npm test -- laws`);
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
});

/** Brings an empty database up to date by the migrations, and asks TypeORM what the entities want besides. */
async function compare(code, dataDir) {
  const require = createRequire(`${code}/`);
  require('reflect-metadata');
  const { startEmbeddedPostgres } = require('./embedded-postgres.js');
  const { connect, dataSource } = require('./connect.js');
  const server = await startEmbeddedPostgres(dataDir);
  try {
    await (await connect(server.url)).close();
    const source = await dataSource(server.url, 2).initialize();
    const { upQueries, downQueries } = await source.driver.createSchemaBuilder().log();
    await source.destroy();
    return { up: upQueries, down: downQueries.toReversed() };
  } finally {
    await server.stop();
  }
}

function source(name, timestamp, { up, down }) {
  const className = name.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());
  const lines = (queries) =>
    queries
      .map(({ query }) => `await runner.query(\`${query.replace(/[`\\$]/g, '\\$&')}\`);`)
      .join('\n');
  return `import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ${className}${timestamp} implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    ${lines(up)}
  }

  async down(runner: QueryRunner): Promise<void> {
    ${lines(down)}
  }
}
`;
}
