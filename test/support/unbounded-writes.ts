import type { DataSource, Logger } from 'typeorm';
import type { Database } from '@/foundation/database/database';

/** Looks at every statement before it is sent; a change of all rows is a lost condition (S-06). */
class UnboundedWriteGuard implements Logger {
  readonly statements: string[] = [];

  logQuery(query: string): void {
    this.statements.push(query);
    if (isUnboundedWrite(query)) throw new UnboundedWrite(query);
  }

  logQueryError(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
  log(): void {}
}

export class UnboundedWrite extends Error {}

export const isUnboundedWrite = (query: string): boolean =>
  /^\s*(with\b.*?\)\s*)?(update|delete)\b/is.test(query) && !/\bwhere\b/i.test(query);

/** From now on an UPDATE or DELETE without WHERE fails; `statements` is what was sent. */
export function refuseUnboundedWrites(database: Database): { statements: string[] } {
  const guard = new UnboundedWriteGuard();
  (Reflect.get(database, 'source') as DataSource).logger = guard;
  return guard;
}
