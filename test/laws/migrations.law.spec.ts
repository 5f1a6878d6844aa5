import { dataSource } from '@/foundation/database/connect';
import { createTestDatabase } from '../support/test-database';

describe('migrations', () => {
  it('lead from nothing to exactly what the entities describe, and back (R-07)', async () => {
    const { url, drop } = await createTestDatabase({ migrated: false });
    const source = await dataSource(url, 2).initialize();
    try {
      await source.runMigrations();
      const { upQueries } = await source.driver.createSchemaBuilder().log();
      expect(upQueries.map(({ query }) => query)).toEqual([]);
      for (const migration of source.migrations) {
        expect(migration.constructor.name).toMatch(/\d{13}$/);
        await source.undoLastMigration();
      }
      const tables = await source.query<{ name: string }[]>(
        `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'`,
      );
      expect(tables).toEqual([]);
      await source.runMigrations();
    } finally {
      await source.destroy();
      await drop();
    }
  });
});
