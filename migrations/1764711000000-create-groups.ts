import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateGroups1764711000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE groups (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        name text NOT NULL,
        name_key text NOT NULL,
        description text NOT NULL,
        created_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE UNIQUE INDEX groups_name_key_key ON groups (name_key)');
    await runner.query(`
      CREATE TABLE group_members (
        group_id uuid NOT NULL,
        user_id uuid NOT NULL,
        PRIMARY KEY (group_id, user_id)
      )`);
    await runner.query('CREATE INDEX group_members_user_id_idx ON group_members (user_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE group_members');
    await runner.query('DROP TABLE groups');
  }
}
