import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateCustomToolCalls1764661002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE custom_tool_calls (
        id uuid NOT NULL,
        tool_id text NOT NULL,
        hash text NOT NULL,
        via text NOT NULL,
        caller_id uuid NOT NULL,
        caller_name text NOT NULL,
        arguments text NOT NULL,
        status text NOT NULL,
        code text,
        message text NOT NULL,
        elapsed_ms integer NOT NULL,
        queued_ms integer NOT NULL,
        memory_peak_bytes bigint,
        conversation_id uuid,
        run_id uuid,
        at timestamptz(3) NOT NULL,
        CONSTRAINT "PK_df0a11a5efc14ac378f389bfb3e" PRIMARY KEY (id)
      )
    `);
    await runner.query(`
      CREATE INDEX "IDX_d4a91827bbe359c742382eef18" ON custom_tool_calls (tool_id, at)
    `);
    await runner.query(`
      CREATE INDEX "IDX_e02dca6f863983d1981ff9c16f" ON custom_tool_calls (at)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE custom_tool_calls');
  }
}
