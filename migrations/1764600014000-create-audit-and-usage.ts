import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAuditAndUsage1764600014000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_entries (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        at timestamptz NOT NULL,
        actor_id uuid,
        action text NOT NULL,
        subject text NOT NULL,
        facts jsonb NOT NULL,
        outcome text NOT NULL
      )`);
    await runner.query('CREATE INDEX audit_entries_at_id_idx ON audit_entries (at, id)');
    await runner.query(`
      CREATE TABLE usage_entries (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        at timestamptz NOT NULL,
        user_id uuid NOT NULL,
        conversation_id uuid,
        run_id uuid,
        model text,
        tool text,
        input_tokens integer NOT NULL DEFAULT 0,
        output_tokens integer NOT NULL DEFAULT 0,
        cached_tokens integer NOT NULL DEFAULT 0,
        calls integer NOT NULL DEFAULT 1,
        duration_ms integer NOT NULL DEFAULT 0
      )`);
    await runner.query('CREATE INDEX usage_entries_user_id_at_idx ON usage_entries (user_id, at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE usage_entries');
    await runner.query('DROP TABLE audit_entries');
  }
}
