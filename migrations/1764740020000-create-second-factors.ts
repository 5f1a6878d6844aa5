import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateSecondFactors1764740020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE second_factors (
        user_id uuid PRIMARY KEY,
        sealed_secret text NOT NULL,
        confirmed_at timestamptz,
        last_step integer NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE recovery_codes (
        hash text PRIMARY KEY,
        user_id uuid NOT NULL
      )`);
    await runner.query('CREATE INDEX recovery_codes_user_id_idx ON recovery_codes (user_id)');
    await runner.query(`
      CREATE TABLE login_tickets (
        user_id uuid PRIMARY KEY,
        hash text NOT NULL,
        tries integer NOT NULL,
        expires_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE UNIQUE INDEX login_tickets_hash_key ON login_tickets (hash)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE login_tickets');
    await runner.query('DROP TABLE recovery_codes');
    await runner.query('DROP TABLE second_factors');
  }
}
