import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateCustomToolTestsAndDraftUses1764662001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE custom_tool_test_results (
        tool_id text NOT NULL,
        hash text NOT NULL,
        passed integer NOT NULL,
        failed integer NOT NULL,
        at timestamptz(3) NOT NULL,
        CONSTRAINT "PK_9cb2d8e86b18ff18f24790d782c" PRIMARY KEY (tool_id, hash)
      )
    `);
    await runner.query(`
      CREATE TABLE custom_tool_draft_uses (
        user_id uuid NOT NULL,
        tool_id text NOT NULL,
        CONSTRAINT "PK_ba86989a970940394e685dff2ce" PRIMARY KEY (user_id, tool_id)
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE custom_tool_draft_uses');
    await runner.query('DROP TABLE custom_tool_test_results');
  }
}
