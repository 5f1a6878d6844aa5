import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateUsageLimits1764750000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE usage_entries ADD COLUMN cost double precision NOT NULL DEFAULT 0',
    );
    await runner.query(`
      CREATE TABLE usage_reservations (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL,
        model text NOT NULL,
        tokens double precision NOT NULL,
        cost double precision NOT NULL,
        expires_at timestamptz NOT NULL
      )`);
    await runner.query(
      'CREATE INDEX usage_reservations_user_id_idx ON usage_reservations (user_id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE usage_reservations');
    await runner.query('ALTER TABLE usage_entries DROP COLUMN cost');
  }
}
