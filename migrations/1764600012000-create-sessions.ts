import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateSessions1764600012000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sessions (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        user_id uuid NOT NULL,
        created_at timestamptz NOT NULL,
        last_used_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX sessions_user_id_idx ON sessions (user_id)');
    await runner.query('CREATE INDEX sessions_last_used_at_idx ON sessions (last_used_at)');
    await runner.query(`
      CREATE TABLE session_tokens (
        hash text PRIMARY KEY,
        session_id uuid NOT NULL,
        issued_at timestamptz NOT NULL,
        replaced_at timestamptz,
        CONSTRAINT session_tokens_session_id_fkey
          FOREIGN KEY (session_id) REFERENCES sessions (id) ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX session_tokens_session_id_idx ON session_tokens (session_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE session_tokens');
    await runner.query('DROP TABLE sessions');
  }
}
