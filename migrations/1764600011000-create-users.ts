import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateUsers1764600011000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE users (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        email text NOT NULL,
        name text NOT NULL,
        role text NOT NULL,
        locale text,
        password_hash text,
        disabled_at timestamptz,
        created_at timestamptz NOT NULL,
        last_seen_at timestamptz
      )`);
    await runner.query('CREATE UNIQUE INDEX users_email_key ON users (email)');
    await runner.query(`
      CREATE TABLE invitations (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        kind text NOT NULL,
        token_hash text NOT NULL,
        user_id uuid,
        expires_at timestamptz NOT NULL,
        used_at timestamptz
      )`);
    await runner.query(
      'CREATE UNIQUE INDEX invitations_token_hash_key ON invitations (token_hash)',
    );
    await runner.query('CREATE INDEX invitations_user_id_idx ON invitations (user_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE invitations');
    await runner.query('DROP TABLE users');
  }
}
