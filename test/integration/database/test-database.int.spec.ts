import { openTestDatabase, type TestDatabase } from '../../support/test-database';

describe('a test database', () => {
  let opened: TestDatabase;
  beforeAll(async () => (opened = await openTestDatabase()));
  afterAll(() => opened.close());

  it('belongs to an ordinary role, as in production', async () => {
    const [role] = await opened.database.query<{ name: string; rolsuper: boolean }>(
      'SELECT current_user AS name, rolsuper FROM pg_roles WHERE rolname = current_user',
    );
    expect(role).toEqual({ name: 'toolyard', rolsuper: false });
  });

  it('survives that the server ends an idle connection (R-03)', async () => {
    const backend = () => opened.database.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const [before] = await backend();
    const other = await openTestDatabase();
    const [{ datname } = { datname: '' }] = await opened.database.query<{ datname: string }>(
      'SELECT current_database() AS datname',
    );
    await other.database.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1',
      [datname],
    );
    await other.close();
    const [after] = await backend();
    expect(after?.pid).not.toBe(before?.pid);
  });
});
