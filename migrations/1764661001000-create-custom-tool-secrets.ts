import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateCustomToolSecrets1764661001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE custom_tool_secrets (
        tool_id text NOT NULL,
        name text NOT NULL,
        sealed text NOT NULL,
        updated_at timestamptz NOT NULL,
        CONSTRAINT "PK_3e36967bbaea07d5c86e6c4d276" PRIMARY KEY (tool_id, name)
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE custom_tool_secrets');
  }
}
