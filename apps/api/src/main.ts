import 'reflect-metadata';
import { BadSettings, readConfig } from '@/foundation/config/config';
import { connect } from '@/foundation/database/connect';
import { startEmbeddedPostgres } from '@/foundation/database/embedded-postgres';
import { environment } from '@/foundation/config/environment';
import { version } from '@/endpoints/health/version';
import { Log } from '@/foundation/logging/log';
import { AuthService } from '@/people/auth/auth.service';
import { createServer, defaultFolders } from './server';

/** Opens what must be open before Nest starts, prints where to go, and closes everything once, in order. */
async function main(): Promise<void> {
  const config = readConfig(environment());
  const embedded = config.database.url ? null : await startEmbeddedPostgres(config.dataDir);
  const database = await connect(config.database.url ?? embedded?.url ?? '');
  const app = await createServer(config, database, defaultFolders());
  await app.listen(config.http.port, config.http.host);
  app.get(Log).info({ instance: config.instanceId, version }, 'server started');

  const address = config.http.publicUrl ?? addressOf(await app.getUrl());
  say(`Toolyard is ready at ${address}`);
  const setupLink = await app.get(AuthService).newSetupLink();
  if (setupLink) say(`Create the first administrator: ${address}${setupLink}`);

  let isClosing = false;
  const close = async () => {
    if (isClosing) return;
    isClosing = true;
    await app.close();
    await database.close();
    await embedded?.stop();
    process.exit(0);
  };
  process.on('SIGINT', () => void close());
  process.on('SIGTERM', () => void close());
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const addressOf = (url: string): string =>
  url.replace('[::1]', 'localhost').replace('127.0.0.1', 'localhost');

main().catch((thrown: unknown) => {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  process.stderr.write(
    thrown instanceof BadSettings
      ? `Some settings are wrong:\n${message}\n`
      : `Toolyard could not start: ${message}\n`,
  );
  process.exit(1);
});
