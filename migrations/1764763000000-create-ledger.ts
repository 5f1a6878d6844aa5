import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `audit_entries` stays as the inbox of the ledger: what was recorded before is taken into the chain by the first
 * server that starts.
 */
export class CreateLedger1764763000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE ledger_entries (
        seq bigint PRIMARY KEY,
        at timestamptz NOT NULL,
        kind text NOT NULL,
        actor_id uuid,
        action text NOT NULL,
        subject text NOT NULL,
        outcome text NOT NULL,
        effect text,
        conversation_id uuid,
        run_id uuid,
        call jsonb,
        arguments text,
        facts jsonb NOT NULL,
        previous_hash text NOT NULL,
        hash text NOT NULL
      )`);
    for (const column of ['kind', 'actor_id', 'action', 'subject', 'outcome', 'effect']) {
      await runner.query(
        `CREATE INDEX ledger_entries_${column}_seq_idx ON ledger_entries (${column}, seq)`,
      );
    }
    await runner.query(
      'CREATE INDEX ledger_entries_conversation_id_seq_idx ON ledger_entries (conversation_id, seq)',
    );
    await runner.query(
      'CREATE INDEX ledger_entries_run_id_seq_idx ON ledger_entries (run_id, seq)',
    );
    await runner.query('CREATE INDEX ledger_entries_at_seq_idx ON ledger_entries (at, seq)');
    await runner.query(`
      CREATE TABLE ledger_heads (
        id smallint PRIMARY KEY,
        seq bigint NOT NULL,
        hash text NOT NULL
      )`);
    await runner.query(`INSERT INTO ledger_heads (id, seq, hash) VALUES (1, 0, repeat('0', 64))`);
    await runner.query(`
      CREATE TABLE ledger_anchors (
        seq bigint PRIMARY KEY,
        hash text NOT NULL,
        at timestamptz NOT NULL
      )`);
    await this.forbidChanges(runner);
    await runner.query('ALTER TABLE audit_entries ADD COLUMN place bigserial NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_entries DROP COLUMN place');
    await runner.query(`
      INSERT INTO audit_entries (at, actor_id, action, subject, facts, outcome)
      SELECT at, actor_id, action, subject, facts, outcome FROM ledger_entries`);
    await runner.query('DROP TABLE ledger_entries');
    await runner.query('DROP TABLE ledger_heads');
    await runner.query('DROP TABLE ledger_anchors');
    await runner.query('DROP FUNCTION refuse_ledger_change()');
  }

  /** Only rows up to an anchor may go, and an anchor never does. */
  private async forbidChanges(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'DELETE' AND TG_TABLE_NAME = 'ledger_entries' THEN
          IF EXISTS (SELECT 1 FROM ledger_anchors WHERE seq >= OLD.seq) THEN
            RETURN OLD;
          END IF;
        END IF;
        RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME;
      END $$`);
    for (const table of ['ledger_entries', 'ledger_anchors']) {
      await runner.query(`
        CREATE TRIGGER refuse_row_change BEFORE UPDATE OR DELETE ON ${table}
          FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change()`);
      await runner.query(`
        CREATE TRIGGER refuse_truncation BEFORE TRUNCATE ON ${table}
          FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change()`);
    }
  }
}
