import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateCustomToolStates1764661000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE custom_tool_states (
        tool_id text NOT NULL,
        is_paused boolean NOT NULL DEFAULT false,
        paused_after_failures integer,
        auto_pause_after integer,
        failures_count_from timestamptz,
        opened_to jsonb NOT NULL DEFAULT '"admins"',
        CONSTRAINT "PK_9de649f78ca4d372e8f3eced96b" PRIMARY KEY (tool_id)
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE custom_tool_states');
  }
}
