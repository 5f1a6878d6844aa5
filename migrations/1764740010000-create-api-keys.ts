import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateApiKeys1764740010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE api_keys (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        user_id uuid NOT NULL,
        name text NOT NULL,
        hash text NOT NULL,
        hint text NOT NULL,
        scopes text[] NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        last_used_at timestamptz
      )`);
    await runner.query('CREATE INDEX api_keys_user_id_idx ON api_keys (user_id)');
    await runner.query('CREATE UNIQUE INDEX api_keys_hash_key ON api_keys (hash)');
    await runner.query('CREATE INDEX api_keys_expires_at_idx ON api_keys (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE api_keys');
  }
}
