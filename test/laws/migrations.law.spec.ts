import type { DataSource } from 'typeorm';
import { dataSource } from '@/foundation/database/connect';
import { createTestDatabase } from '../support/test-database';

describe('migrations', () => {
  it('lead from nothing to exactly what the entities describe, and back (R-07)', async () => {
    const { url, drop } = await createTestDatabase({ migrated: false });
    const source = await dataSource(url, 2).initialize();
    try {
      await source.runMigrations();
      expect(await differences(source)).toEqual([]);
      for (const migration of source.migrations) {
        expect(migration.constructor.name).toMatch(/\d{13}$/);
        await source.undoLastMigration();
      }
      const tables = await source.query<{ name: string }[]>(
        `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'`,
      );
      expect(tables).toEqual([]);
      await source.runMigrations();
      expect(await differences(source)).toEqual([]);
    } finally {
      await source.destroy();
      await drop();
    }
  });
});

async function differences({ driver }: DataSource): Promise<string[]> {
  const { upQueries } = await driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query);
}
