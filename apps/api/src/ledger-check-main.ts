import 'reflect-metadata';
import { readConfig } from '@/foundation/config/config';
import { environment } from '@/foundation/config/environment';
import { open } from '@/foundation/database/connect';
import { startEmbeddedPostgres } from '@/foundation/database/embedded-postgres';
import { checkChain } from '@/people/audit/ledger/ledger-check.service';
import { LedgerRepository } from '@/people/audit/ledger/ledger.repository';

/** `npm run ledger:check`: reads the chain beside a running server or without one. Ends with 0, 1 for a ledger somebody changed, 2 for one that could not be read. */
async function main(): Promise<void> {
  const config = readConfig(environment());
  const embedded = config.database.url ? null : await startEmbeddedPostgres(config.dataDir);
  const database = await open(config.database.url ?? embedded?.url ?? '');
  const found = await checkChain(new LedgerRepository(database));
  say(`${found.checkedRows} rows checked, ${found.firstSeq ?? 0} to ${found.lastSeq ?? 0}.`);
  say(`Hash of the last row: ${found.hash}`);
  for (const { seq, problem } of found.problems) say(`Row ${seq}: ${WORDS[problem]}`);
  say(found.ok ? 'Nothing was changed.' : 'Somebody changed the ledger.');
  process.exitCode = found.ok ? 0 : 1;
  await database.close();
  await embedded?.leave();
}

const WORDS = {
  edited: 'was edited.',
  missing: 'rows are missing from here on.',
  broken_link: 'does not continue the one before it.',
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);

main().catch((thrown: unknown) => {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  process.stderr.write(`The ledger could not be read: ${message}\n`);
  process.exit(2);
});
