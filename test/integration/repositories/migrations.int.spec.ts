import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { dataSource } from '@/foundation/database/connect';
import { createTestDatabase } from '../../support/test-database';

type Row = Record<string, unknown>;
/** All rows of all tables, by table. */
type Contents = Map<string, Row[]>;

interface Column {
  name: string;
  type: string;
  isGenerated: boolean;
  /** Table and column it must name a row of. */
  refersTo: string | null;
  refersToColumn: string | null;
}

const ROWS_PER_TABLE = 3;

describe('migrations of a database with rows in it (R-07)', () => {
  let source: DataSource;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const created = await createTestDatabase({ migrated: false });
    drop = created.drop;
    source = await dataSource(created.url, 2).initialize();
  });

  afterEach(async () => {
    await source?.destroy();
    await drop?.();
  });

  it('keeps every row on the way up from the oldest, one version after the other', async () => {
    const versions = source.migrations.splice(0);
    for (const version of versions) {
      const before = await contents();
      source.migrations.push(version);
      await source.runMigrations();
      expectKept(before, await contents());
      await fillEmptyTables();
    }
    expect((await contents()).size).toBeGreaterThan(0);
  });

  it('keeps the rows of what is left on each way down, and takes new ones up again', async () => {
    await source.runMigrations();
    await fillEmptyTables();
    const count = source.migrations.length;
    for (let undone = 1; undone < count; undone++) {
      const full = await contents();
      for (let i = 0; i < undone; i++) await source.undoLastMigration();
      const left = await contents();
      expectKept(full, left, HANDED_DOWN);
      await source.runMigrations();
      expectKept(left, await contents());
      await fillEmptyTables();
    }
  });

  async function contents(): Promise<Contents> {
    const tables = await source.query<{ name: string }[]>(
      `SELECT tablename AS name FROM pg_tables
       WHERE schemaname = 'public' AND tablename <> 'migrations' ORDER BY 1`,
    );
    const found: Contents = new Map();
    for (const { name } of tables) {
      const rows = await source.query<{ row: Row }[]>(
        `SELECT to_jsonb(t) AS row FROM "${name}" t ORDER BY to_jsonb(t)::text`,
      );
      found.set(
        name,
        rows.map(({ row }) => row),
      );
    }
    return found;
  }

  /** Tables that refer to others come after them. */
  async function fillEmptyTables(): Promise<void> {
    const all = await contents();
    let waiting = [...all].filter(([, rows]) => rows.length === 0).map(([table]) => table);
    while (waiting.length > 0) {
      const left: string[] = [];
      for (const table of waiting) {
        const columns = await columnsOf(table);
        const isBlocked = columns.some(
          ({ refersTo }) => refersTo && refersTo !== table && waiting.includes(refersTo),
        );
        if (isBlocked) left.push(table);
        else for (let i = 0; i < ROWS_PER_TABLE; i++) await insert(table, columns, i);
      }
      expect(left.length).toBeLessThan(waiting.length);
      waiting = left;
    }
  }

  async function insert(table: string, columns: Column[], at: number): Promise<void> {
    const given = columns.filter(({ isGenerated }) => !isGenerated);
    const values: unknown[] = [];
    for (const column of given) values.push(await valueFor(column, at));
    const names = given.map(({ name }) => `"${name}"`).join(', ');
    const places = given.map((_, i) => `$${i + 1}`).join(', ');
    await source.query(`INSERT INTO "${table}" (${names}) VALUES (${places})`, values);
  }

  async function valueFor(column: Column, at: number): Promise<unknown> {
    const { name, type, refersTo, refersToColumn } = column;
    if (refersTo) {
      const rows = await source.query<{ value: unknown }[]>(
        `SELECT "${refersToColumn}" AS value FROM "${refersTo}" ORDER BY 1`,
      );
      return rows[at % Math.max(1, rows.length)]?.value ?? null;
    }
    if (type === 'uuid') return randomUUID();
    if (type === 'boolean') return at % 2 === 0;
    if (type.startsWith('json')) return JSON.stringify({ [name]: `汉字 ${at} "quoted" 🙂` });
    if (type === 'bytea') return Buffer.from([0, at, 255]);
    if (type === 'ARRAY') return [];
    if (type.startsWith('timestamp')) return new Date(Date.UTC(2024, 1, 29, 23, 59, at, 123));
    if (/int|numeric|double|real/.test(type)) return at;
    return `汉字 '${name}' ${at}`;
  }

  function columnsOf(table: string): Promise<Column[]> {
    return source.query<Column[]>(
      `SELECT c.column_name AS name, c.data_type AS type,
              c.is_generated = 'ALWAYS' OR c.is_identity = 'YES'
                OR coalesce(c.column_default, '') LIKE 'nextval(%' AS "isGenerated",
              f.ref_table AS "refersTo", f.ref_column AS "refersToColumn"
       FROM information_schema.columns c
       LEFT JOIN (
         SELECT k.conrelid::regclass::text AS tbl, a.attname AS col,
                k.confrelid::regclass::text AS ref_table, r.attname AS ref_column
         FROM pg_constraint k
         JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
         JOIN pg_attribute r ON r.attrelid = k.confrelid AND r.attnum = k.confkey[1]
         WHERE k.contype = 'f'
       ) f ON f.tbl = c.table_name AND f.col = c.column_name
       WHERE c.table_schema = 'public' AND c.table_name = $1 ORDER BY c.ordinal_position`,
      [table],
    );
  }
});

/** Tables that take the rows of one that goes, on the way down: the ledger's go back where they came from. */
const HANDED_DOWN = ['audit_entries'];

/** Of tables and columns that are in both, every row is the same; nothing may be there less often, nor more often. */
function expectKept(before: Contents, after: Contents, mayGrow: readonly string[] = []): void {
  for (const [table, rows] of before) {
    const now = after.get(table);
    if (!now) continue;
    const columns = Object.keys(rows[0] ?? {}).filter((name) => name in (now[0] ?? {}));
    const only = (row: Row) => JSON.stringify(columns.map((name) => row[name]));
    const known = new Set(rows.map(only));
    const kept = now.map(only).filter((row) => !mayGrow.includes(table) || known.has(row));
    expect({ table, rows: kept.sort() }).toEqual({ table, rows: rows.map(only).sort() });
  }
}
